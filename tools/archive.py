#!/usr/bin/env python3
"""Packs a folder into an archive whose bytes depend on names, contents and SOURCE_DATE_EPOCH alone.

    tools/archive.py FOLDER ARCHIVE.tar.gz|ARCHIVE.zip

Names are sorted, the owner is root, all times are equal, and what may be executed is so for all.
"""

import gzip
import os
import pathlib
import sys
import tarfile
import time
import zipfile


def mode(path):
    """The permissions of an entry."""
    return 0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644


def write_tar(folder, entries, out, seconds):
    with open(out, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for path in entries:
                entry = archive.gettarinfo(path, path.relative_to(folder.parent).as_posix())
                entry.uid = entry.gid = 0
                entry.uname = entry.gname = "root"
                entry.mtime, entry.mode = seconds, mode(path)
                if path.is_file():
                    with path.open("rb") as content:
                        archive.addfile(entry, content)
                else:
                    archive.addfile(entry)


def write_zip(folder, entries, out, seconds):
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in entries:
            name = path.relative_to(folder.parent).as_posix()
            if path.is_file():
                entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.create_system = 3
                entry.external_attr = (0o100000 | mode(path)) << 16
                archive.writestr(entry, path.read_bytes())


def main():
    if len(sys.argv) != 3 or not sys.argv[2].endswith((".tar.gz", ".zip")):
        sys.exit(__doc__)
    folder, out = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    seconds = int(os.environ["SOURCE_DATE_EPOCH"])
    entries = [folder, *sorted(folder.rglob("*"), key=lambda path: path.as_posix())]
    (write_zip if out.endswith(".zip") else write_tar)(folder, entries, out, seconds)


main()
