#!/usr/bin/env bash
# Installs the packages of dist/ on bare Debian systems without Swift, and uses them there as a new user does.
#
#   bare.sh [SUITE …]         default: bookworm trixie (Debian 12 and 13)
#
# Prints `ok …` or `FAILED …` for each check and at the end `done`. Exit status 3: this machine cannot make such a system.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 3
here=$PWD/Tests/Packages

source Tests/Packages/bare-system.sh

# A fresh system with the packages in /dist: `system SUITE NAME`.
system() {
    local root
    root=$(unpacked "$1" "$2") || return 1
    mkdir "$root/dist"
    cp dist/* "$here"/{inside.sh,client.py,start.py,desk.yaml,pairs.yaml,openssl.cnf} "$root/dist/"
    cp -r "$work/wheels-$1" "$root/dist/wheels"
    echo "$root"
}

[[ $# -gt 0 ]] || set -- bookworm trixie
declare -A python=([bookworm]=3.11 [trixie]=3.13)
bleak=$(grep '^bleak==' Tests/requirements.txt)
for suite; do
    # From here, where pip is configured for this machine's network.
    .venv/bin/pip download -q --disable-pip-version-check --only-binary=:all: --python-version "${python[$suite]}" \
        --dest "$work/wheels-$suite" "$bleak" pytest || lacks "pip could not fetch $bleak"
    for package in tar wheel deb; do
        root=$(system "$suite" "$package") || lacks "no system $suite could be made"
        inside "$root" PIP_NO_INDEX=1 PIP_FIND_LINKS=/dist/wheels bash /dist/inside.sh "$suite" "$package"
        umount -R "$root/proc" "$root/dev"
        rm -rf --one-file-system "$root"
    done
done
echo done
