#!/usr/bin/env bash
# Makes the virtual machine's image from packages of this machine's Debian, once, and prints the
# folder that holds it: vmlinux, initrd.cpio, root.ext4, and the version of the guest's Python.
#
#   image.sh ["MORE PACKAGES"]
#
# The folder is kept in ~/.cache/boardsim and named after all that goes into it; the eight
# images that were used last stay. Exit status 3: this machine's packages do not have what is needed.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

# Where two releases of Debian call a package differently: the first name that is known.
packages="base-files libc6 busybox-static dbus bluez bluez-test-tools python3 python3-dbus libstdc++6 libgcc-s1
 libglib2.0-0t64|libglib2.0-0 libssl3t64|libssl3 libyaml-0-2 libdbus-1-3 libsystemd0 ${1-}"
# sha512, ctr and drbg come before ecdh: without them pairing has no keys of P-256.
modules="virtio_pci virtio_blk virtio_console virtio_rng crc32c_generic ext4 9p 9pnet_virtio
 sha512_generic hmac ctr cmac ecb ccm jitterentropy_rng drbg ecdh_generic bluetooth hci_vhci
 algif_hash algif_skcipher uhid"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/boardsim/bluez-vm
key=$({ echo "$packages $modules"; cat "$here/image.sh" "$here"/machine/*; } | sha256sum | cut -c 1-16)
image=$cache/$key
if [[ -e $image/initrd.cpio ]]; then
    touch "$image"
    echo "$image"
    exit 0
fi

note() { echo "vm: $*" >&2; }
lacks() {
    note "$@"
    exit 3
}
apt=(apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -qq)
renew() { "${apt[@]}" update >&2 || lacks "apt-get update failed; the image needs Debian's packages"; }

began=$(date +%s)
d=$image.part.$$
trap 'rm -rf "$d"' EXIT
rm -rf "$d"
mkdir -p "$d"/{root,kernel,initrd/{bin,m,dev,proc,sys,r},apt/lists/partial,deb/partial}
: >"$d/apt/status"

# ---- packages: fetched as for a machine with nothing installed, unpacked, never configured
apt-cache show linux-image-amd64 >/dev/null 2>&1 || renew
kernel=$(apt-cache depends linux-image-amd64 2>/dev/null \
    | awk '/Depends: linux-image-/{print $2; exit}')
[[ -n $kernel ]] || lacks "apt knows no linux-image-amd64: this machine is not Debian on amd64"
release=${kernel#linux-image-}
wanted=()
for each in $packages; do
    for name in ${each//|/ }; do
        if apt-cache show "$name" >/dev/null 2>&1; then
            wanted+=("$name")
            continue 2
        fi
    done
    lacks "apt knows no package $each"
done
note "making the image with $kernel; this is done once, and takes half a minute"
fetch() {
    "${apt[@]}" -o Debug::NoLocking=1 -o Dir::State::status="$d/apt/status" \
        -o Dir::Cache::archives="$d/deb" -o APT::Sandbox::User=root \
        -o APT::Install-Recommends=false "$@" >&2
}
fetch -y -d install "${wanted[@]}" || { renew; fetch -y -d install "${wanted[@]}"; } \
    || lacks "the packages could not be fetched"
(cd "$d/kernel" && fetch download "$kernel") || lacks "$kernel could not be fetched"

# ---- the root file system
root=$d/root
for each in "$d"/deb/*.deb; do
    dpkg-deb --fsys-tarfile "$each" | tar -x -C "$root" --keep-directory-symlink \
        --exclude=./usr/share/{doc,man,locale,perl,info,lintian} --exclude=./lib/udev \
        --exclude='./usr/lib/x86_64-linux-gnu/*perl*'
done
for each in bin sbin lib lib64; do
    [[ -d $root/$each && ! -L $root/$each ]] || continue
    mkdir -p "$root/usr/$each"
    cp -a "$root/$each/." "$root/usr/$each/"
    rm -rf "${root:?}/$each"
    ln -s "usr/$each" "$root/$each"
done
for each in $("$root/usr/bin/busybox" --list); do
    [[ -e $root/usr/bin/$each || -e $root/usr/sbin/$each ]] || ln -s busybox "$root/usr/bin/$each"
done
# What installing the packages would have done.
mkdir -p "$root"/{mnt,ctl,opt,proc,sys,dev,tmp,run,root} "$root"/var/lib/{bluetooth,dbus}
rm -rf "$root"/var/{run,lock}
ln -s /run "$root/var/run"
ln -s /run/lock "$root/var/lock"
printf '%s\n' root:x:0:0:root:/root:/bin/sh messagebus:x:100:101::/nonexistent:/bin/false \
    boardsim:x:200:200::/nonexistent:/bin/false user:x:1000:1000::/tmp:/bin/sh \
    nobody:x:65534:65534:nobody:/nonexistent:/bin/false >"$root/etc/passwd"
printf '%s\n' root:x:0: messagebus:x:101: bluetooth:x:102: netdev:x:103: boardsim:x:200: user:x:1000: \
    nogroup:x:65534: >"$root/etc/group"
printf '%s: files\n' passwd group hosts >"$root/etc/nsswitch.conf"
echo '127.0.0.1 localhost bluez-vm' >"$root/etc/hosts"
echo 5150000000000000000000000000515a >"$root/etc/machine-id"
ln -sf /etc/machine-id "$root/var/lib/dbus/machine-id"
install -m 755 "$here/machine/init" "$root/usr/sbin/vm-init"
install -m 755 "$here/machine/start-bluetoothd" "$root/usr/sbin/start-bluetoothd"
python=$(readlink "$root/usr/bin/python3")
echo "${python#python}" >"$d/python"
truncate -s 500M "$d/root.ext4"
mkfs.ext4 -q -F -O ^has_journal,^metadata_csum -E root_owner=0:0,lazy_itable_init=1 -d "$root" \
    "$d/root.ext4"

# ---- the kernel: the plain ELF starts through PVH, and the guest need not unpack it
dpkg-deb -x "$(echo "$d"/kernel/*.deb)" "$d/kernel"
packed=$d/kernel/boot/vmlinuz-$release
offset=$(LC_ALL=C grep -obUaP -m1 '\xfd7zXZ\x00' "$packed" | head -n 1 | cut -d : -f 1)
# What follows the stream is not xz.
tail -c +$((offset + 1)) "$packed" | xz -dcq --single-stream >"$d/vmlinux" 2>/dev/null || true
[[ $(head -c 4 "$d/vmlinux" | tail -c 3) = ELF ]] || lacks "the kernel in $kernel is not packed with xz"

# ---- the first file system: modules, in the order in which they need each other
modules_at=$d/kernel
[[ -d $d/kernel/lib/modules ]] || modules_at=$d/kernel/usr
depmod -b "$modules_at" "$release"
for each in $(modprobe -d "$modules_at" -S "$release" -a --show-depends $modules 2>/dev/null \
    | awk '$1 == "insmod" && !seen[$2]++ {print $2}'); do
    name=$(basename "$each" .xz)
    if [[ $each = *.xz ]]; then xz -dc "$each" >"$d/initrd/m/$name"; else cp "$each" "$d/initrd/m/"; fi
    echo "$name" >>"$d/initrd/m/order"
done
cp "$root/usr/bin/busybox" "$d/initrd/bin/"
for each in sh mount insmod cat sleep poweroff switch_root; do ln -s busybox "$d/initrd/bin/$each"; done
install -m 755 "$here/machine/first-init" "$d/initrd/init"
(cd "$d/initrd" && find . | cpio -o -H newc -R 0:0 --quiet) >"$d/initrd.cpio"

rm -rf "$d"/{root,kernel,initrd,apt,deb}
mv -T "$d" "$image" 2>/dev/null || true # Another run may have been first.
ls -dt "$cache"/*/ | grep -v '\.part\.' | tail -n +9 | xargs -r rm -rf
note "image $image: $(du -sh "$image" | cut -f 1), made in $(($(date +%s) - began)) s"
echo "$image"
