#!/usr/bin/env python3
"""Writes the bill of materials of a package, and the licence texts of all that is compiled into it.

    tools/bill.py MANIFEST TARGET BILL.cdx.json LICENCES

The bill is CycloneDX 1.5: every crate of the default build for TARGET with its version, licence, checksum and
dependencies. Crates that only run while the package is compiled have the scope `excluded`. Both files depend on the
manifest, the lock file and SOURCE_DATE_EPOCH alone. Needs cargo, rustc and Python 3.11.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
import uuid

LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense|ofl|ufl)", re.IGNORECASE)


def output(*command):
    """What a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def tree(manifest, target, edges):
    """The names and versions of the packages that edges of these kinds lead to."""
    command = ["cargo", "tree", "--locked", "--manifest-path", manifest, "--target", target]
    lines = output(*command, "--edges", edges, "--prefix=none", "--format={p}").splitlines()
    words = [line.split() for line in lines if line]
    return {(word[0], word[1].removeprefix("v")) for word in words}


def key(package):
    """The name and version of a package."""
    return package["name"], package["version"]


def texts_of(package):
    """The licence texts that a package brings along, also in a folder of fonts."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [*folder.glob("*"), *folder.glob("fonts/*")]
    found = [path for path in sorted(files) if LICENCE_FILE.match(path.name) and path.is_file()]
    return [path.read_text("utf-8", "replace").replace("\r\n", "\n").strip() for path in found]


def reference(package):
    """The address of a package in the manner of package URLs."""
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package, is_inside, checksums):
    """The entry of a package in the bill."""
    entry = {
        "type": "library",
        "bom-ref": reference(package),
        "name": package["name"],
        "version": package["version"],
        "scope": "required" if is_inside else "excluded",
    }
    if package["description"]:
        entry["description"] = " ".join(package["description"].split())
    if package["license"]:
        # Older manifests have a stroke in place of OR.
        entry["licenses"] = [{"expression": re.sub(r"\s*/\s*", " OR ", package["license"])}]
    checksum = checksums.get((package["name"], package["version"]))
    if checksum:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    entry["purl"] = reference(package)
    if package["repository"]:
        entry["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return entry


def bill(metadata, packages, inside, target):
    """The whole bill."""
    lock = pathlib.Path(metadata["workspace_root"]) / "Cargo.lock"
    locked = tomllib.loads(lock.read_text("utf-8"))["package"]
    checksums = {key(one): one.get("checksum") for one in locked}
    root = packages[metadata["resolve"]["root"]]
    compiler = re.search(r"^release: (.+)$", output("rustc", "-vV"), re.MULTILINE).group(1)
    standard = {
        "type": "library",
        "bom-ref": f"pkg:generic/rust-std@{compiler}",
        "name": "rust-std",
        "version": compiler,
        "scope": "required",
        "description": "The standard library of Rust",
        "licenses": [{"expression": "MIT OR Apache-2.0"}],
        "purl": f"pkg:generic/rust-std@{compiler}",
    }
    edges = [{"ref": standard["bom-ref"], "dependsOn": []}]
    for node in metadata["resolve"]["nodes"]:
        if node["id"] in packages:
            kinds = {edge["pkg"]: {kind["kind"] for kind in edge["dep_kinds"]} for edge in node["deps"]}
            others = [name for name in kinds if name in packages and kinds[name] != {"dev"}]
            below = {reference(packages[name]) for name in others}
            if node["id"] == root["id"]:
                below.add(standard["bom-ref"])
            edges.append({"ref": reference(packages[node["id"]]), "dependsOn": sorted(below)})
    time = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    others = [package for package in packages.values() if package["id"] != root["id"]]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": component(root, True, checksums) | {"type": "application"},
            "properties": [{"name": "cargo:target", "value": target}],
        },
        "components": [component(one, key(one) in inside, checksums) for one in others] + [standard],
        "dependencies": sorted(edges, key=lambda edge: edge["ref"]),
    }
    digest = hashlib.sha256(json.dumps(document).encode()).digest()
    return {"serialNumber": f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=4)}"} | document


def licences(packages, inside):
    """The texts of the licences of others, each once, below the names of the crates that bring it."""
    users, without = {}, []
    for package in packages.values():
        if key(package) not in inside or package["source"] is None:
            continue
        title = f"{package['name']} {package['version']} ({package['license']})"
        texts = texts_of(package)
        if not texts:
            without.append(f"{title}, by {', '.join(package['authors']) or package['repository']}")
        for text in texts:
            users.setdefault(text, set()).add(title)
    parts = [
        "This program contains the standard library of Rust (MIT OR Apache-2.0, the Rust Project Developers)\n"
        "and the libraries below, under the licences that follow their names.\n"
    ]
    if without:
        parts.append("These bring no text of their licence along:\n\n" + "\n".join(sorted(without)) + "\n")
    for titles, text in sorted((sorted(titles), text) for text, titles in users.items()):
        parts.append("\n".join(titles) + "\n\n" + text + "\n")
    return ("\n" + "=" * 80 + "\n\n").join(parts)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    manifest, target, bill_path, licences_path = sys.argv[1:]
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--manifest-path", manifest]
    metadata = json.loads(output(*command, "--filter-platform", target))
    compiled = tree(manifest, target, "normal,build")
    inside = tree(manifest, target, "normal,no-proc-macro")
    used = sorted((package for package in metadata["packages"] if key(package) in compiled), key=key)
    packages = {package["id"]: package for package in used}
    text = json.dumps(bill(metadata, packages, inside, target), indent=1, ensure_ascii=False)
    pathlib.Path(bill_path).write_text(text + "\n", "utf-8", newline="\n")
    pathlib.Path(licences_path).write_text(licences(packages, inside), "utf-8", newline="\n")


main()
