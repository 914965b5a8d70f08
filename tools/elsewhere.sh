#!/usr/bin/env bash
# Other machines than the gate's: compiles everything for them, and runs tests for three of them in emulators.
#
#   tools/elsewhere.sh check               for Windows, macOS and Linux on ARM; needs rustup
#   tools/elsewhere.sh arm [WORD ...]      the tests under QEMU; Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross
#                                          qemu-user-static, and binfmt-support for those that start the command
#   tools/elsewhere.sh old [WORD ...]      the tests under QEMU as a processor of 2008, without AVX; Debian: qemu-user
#   tools/elsewhere.sh windows [WORD ...]  the tests under Wine; Debian: gcc-mingw-w64-x86-64 wine64
#
# The words are those of a test binary: parts of names, --skip and the like.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

windows=x86_64-pc-windows-gnu
arm=aarch64-unknown-linux-gnu
macos=aarch64-apple-darwin

check() {
    rustup target add "$windows" "$macos" "$arm"
    for target in "$windows" "$macos" "$arm"; do
        RUSTFLAGS="-D warnings" cargo check --locked --workspace --all-targets --target "$target"
    done
}

arm() {
    rustup target add "$arm"
    # Static, so that also the command finds its libraries when a test starts it without any environment.
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUSTFLAGS="-C target-feature=+crt-static"
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER=qemu-aarch64
    cargo test --locked --target "$arm" --lib --test all --no-fail-fast -- "$@"
}

old() {
    export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="qemu-x86_64 -cpu Nehalem"
    cargo test --locked --target x86_64-unknown-linux-gnu --lib --test all --no-fail-fast -- "$@"
}

windows() {
    rustup target add "$windows"
    export WINEDEBUG=${WINEDEBUG:--all} WINEPREFIX=${WINEPREFIX:-$PWD/target/wine}
    export PATH=$PATH:/usr/lib/wine
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine64
    wine64 wineboot -i
    local library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    if [ ! -e "$library" ]; then
        # The standard library takes random numbers from there, and Wine 8 has it not.
        printf '%s\n' '#include <windows.h>' 'BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);' \
            '__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {' \
            'return SystemFunction036(bytes, (ULONG)count); }' |
            x86_64-w64-mingw32-gcc -shared -o "$library" -x c - -ladvapi32
    fi
    cargo test --locked --target "$windows" --lib --test all --no-fail-fast -- "$@"
}

case ${1:-} in
check | arm | old | windows)
    "$@"
    ;;
*)
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
