# For scripts that work on bare Debian systems: `source Tests/Packages/bare-system.sh` at the repository's top.
#
# The systems are made by debootstrap (minbase), once, and kept in ~/.cache/boardsim; every check has a fresh copy below `work`, which is
# gone with the process, as is whatever is mounted there. Exit status 3: this machine cannot make such a system.

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

# A fresh copy of a suite's system: `unpacked SUITE NAME` prints its folder.
unpacked() {
    local root=$work/$1-$2
    mkdir "$root"
    tar -C "$root" -xf "$(image "$1")" || return 1
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    echo "$root"
}

# Runs a command in a system, with this machine's proxies: `inside ROOT [NAME=VALUE …] COMMAND …`.
inside() {
    local root=$1 variables=()
    shift
    while [[ $1 = *=* ]]; do variables+=("$1") && shift; done
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
        ${http_proxy:+http_proxy=$http_proxy} ${https_proxy:+https_proxy=$https_proxy} "${variables[@]}" \
        chroot "$root" "$@" </dev/null
}
