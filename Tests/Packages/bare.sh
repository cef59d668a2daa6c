#!/usr/bin/env bash
# Installs the packages of dist/ on bare Debian systems without Swift, and uses them there as a new user does.
#
#   bare.sh [SUITE …]         default: bookworm trixie (Debian 12 and 13)
#
# Prints `ok …` or `FAILED …` for each check and at the end `done`. Exit status 3: this machine cannot make such a system.
# The systems are made by debootstrap (minbase), once, and kept in ~/.cache/boardsim; every check has a fresh copy.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 3
here=$PWD/Tests/Packages

lacks() {
    echo "packages: $*" >&2
    exit 3
}
[[ $(id -u) = 0 ]] || lacks "only root can make a bare system"
command -v debootstrap >/dev/null || lacks "debootstrap is missing; ./boardsim test installs it"
# Whatever is mounted below is gone with this process.
[[ -n ${BOARDSIM_UNSHARED-} ]] || BOARDSIM_UNSHARED=1 exec unshare --mount --propagation private "$0" "$@"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/boardsim/bare
work=$(mktemp -d /var/tmp/boardsim-bare-XXXXXX)
trap 'umount -R "$work"/*/proc "$work"/*/dev 2>/dev/null; rm -rf --one-file-system "$work"' EXIT

# The image of a suite.
image() {
    local place=$cache/$1-minbase.tar
    if [[ ! -e $place ]]; then
        mkdir -p "$cache"
        debootstrap --variant=minbase "$1" "$work/new" >"$work/log" 2>&1 \
            || { tail -n 3 "$work/log" >&2; lacks "debootstrap could not make $1"; }
        # Later versions of its packages are fetched when they are needed.
        tar -C "$work/new" -cf "$place.part" . && mv "$place.part" "$place"
        rm -rf "$work/new"
    fi
    echo "$place"
}

# A fresh system with the packages in /dist: `system SUITE NAME`.
system() {
    local root=$work/$1-$2
    mkdir "$root"
    tar -C "$root" -xf "$(image "$1")" || return 1
    mkdir "$root/dist"
    cp dist/* "$here"/{inside.sh,client.py,start.py,desk.yaml,pairs.yaml,openssl.cnf} "$root/dist/"
    cp -r "$work/wheels-$1" "$root/dist/wheels"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
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
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
            PIP_NO_INDEX=1 PIP_FIND_LINKS=/dist/wheels \
            ${http_proxy:+http_proxy=$http_proxy} ${https_proxy:+https_proxy=$https_proxy} \
            chroot "$root" bash /dist/inside.sh "$suite" "$package" </dev/null
        umount -R "$root/proc" "$root/dev"
        rm -rf --one-file-system "$root"
    done
done
echo done
