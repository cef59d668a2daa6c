#!/usr/bin/env bash
# Runs one command in a small virtual machine with a real Linux Bluetooth stack: Debian's kernel and
# Debian's bluetoothd on a system bus of its own. No Bluetooth hardware, no kernel module and no KVM
# is needed here; the image is made at the first call and kept.
#
#   vm.sh [options] [--] COMMAND [ARG...]
#
#   -s DIR    folder that the guest sees at /mnt, writable; the command runs there (default: this one)
#   -r DIR    folder that the guest sees at /opt, as it is now and read-only; much faster than /mnt
#   -t SEC    limit for the command, once bluetoothd is ready (default 120)
#   -o DIR    keep the logs there: console.log, bluetoothd.log, btmon.log, btvirt.log
#   -m        record the HCI traffic with btmon (text, into btmon.log)
#   -n N      controllers of BlueZ's own emulator, btvirt (default 0: the command makes its own)
#   -V OPTS   their kind, for btvirt: -L (default) LE with legacy advertising only; an empty one: dual
#             mode with extended advertising
#   -f FILE   instead of machine/main.conf, as /etc/bluetooth/main.conf
#   -b OPTS   options for bluetoothd (say "-d" or "--experimental")
#   -p PKGS   more Debian packages for the guest; another image
#   -c N      virtual processors (default 2)       -M MIB  memory (default 512)
#   -B        only make the image                  -q      no notes on standard error
#
# The command runs as root, with its output and errors on our standard output; it reads nothing. Our
# exit status is the command's; 3 if this machine lacks something (the message says what), 124 if the
# limit ended it, 125 if the guest stopped without a status (then its console is shown).
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

share=$PWD payload='' limit=120 logs='' conf=$here/machine/main.conf btd='' controllers=0 kind=-L
monitor='' extra='' cpus=2 memory=512 only='' quiet=''
while getopts s:r:t:o:mn:V:f:b:p:c:M:Bq option; do
    case $option in
        s) share=$OPTARG ;; r) payload=$OPTARG ;; t) limit=$OPTARG ;; o) logs=$OPTARG ;;
        m) monitor=1 ;; n) controllers=$OPTARG ;; V) kind=$OPTARG ;; f) conf=$OPTARG ;;
        b) btd=$OPTARG ;; p) extra=$OPTARG ;; c) cpus=$OPTARG ;; M) memory=$OPTARG ;;
        B) only=1 ;; q) quiet=1 ;; *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ -n $only || $# -gt 0 ]] || { echo "usage: $0 [options] [--] COMMAND [ARG...]" >&2; exit 2; }
note() { [[ -n $quiet ]] || echo "vm: $*" >&2; }

missing=
for each in qemu-system-x86_64:qemu-system-x86 mkfs.ext4:e2fsprogs cpio:cpio depmod:kmod xz:xz-utils \
    apt-get:apt dpkg-deb:dpkg; do
    PATH=$PATH:/usr/sbin:/sbin command -v "${each%:*}" >/dev/null || missing+=" ${each#*:}"
done
[[ -z $missing ]] || { echo "vm: missing; apt-get install$missing" >&2; exit 3; }
[[ $(dpkg --print-architecture) = amd64 ]] || { echo "vm: made for amd64 machines only" >&2; exit 3; }
PATH=$PATH:/usr/sbin:/sbin

image=$("$here/image.sh" "$extra") || exit
[[ -z $only ]] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/ctl"
printf '%q ' "$@" >"$work/ctl/command"
printf '%s=%q\n' kind "$kind" monitor "$monitor" controllers "$controllers" btd "$btd" \
    limit "$limit" >"$work/ctl/env"
cp "$conf" "$work/ctl/main.conf"
disks=()
if [[ -n $payload ]]; then
    size=$(($(du -sk --apparent-size "$payload" | cut -f 1) * 5 / 4 + 8192))
    truncate -s "${size}K" "$work/payload.ext4"
    mkfs.ext4 -q -F -N 16384 -O ^has_journal -m 0 -E root_owner=0:0 -d "$payload" "$work/payload.ext4"
    disks=(-drive "file=$work/payload.ext4,format=raw,if=none,id=d1,readonly=on"
        -device virtio-blk-pci,drive=d1)
fi

# The processor's own clock, measured at the start on a machine that is busy, went four times too fast.
clock="tsc=unstable clocksource=hpet"
# A pipe between: the guest's output, whatever our own is.
exec 3> >(exec cat)
reader=$!
began=$(date +%s%N)
status=0
timeout -k 5 "$((limit + 10))" qemu-system-x86_64 -M q35 -accel tcg,thread=multi -cpu max \
    -smp "$cpus" -m "$memory" -nodefaults -no-user-config -display none -no-reboot \
    -kernel "$image/vmlinux" -initrd "$image/initrd.cpio" \
    -append "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off nokaslr $clock \
random.trust_cpu=on cryptomgr.notests=1" \
    -chardev file,id=con,path="$work/console.log" -serial chardev:con \
    -drive file="$image/root.ext4",format=raw,if=none,id=d0,snapshot=on \
    -device virtio-blk-pci,drive=d0 "${disks[@]}" \
    -fsdev local,id=s,path="$(realpath "$share")",security_model=none \
    -device virtio-9p-pci,fsdev=s,mount_tag=share \
    -fsdev local,id=c,path="$work/ctl",security_model=none \
    -device virtio-9p-pci,fsdev=c,mount_tag=ctl \
    -device virtio-serial-pci -chardev file,id=out,path=/proc/self/fd/3 \
    -device virtserialport,chardev=out -device virtio-rng-pci \
    </dev/null 2>"$work/qemu.log" || status=$?
exec 3>&-
wait "$reader" || true

if [[ -s $work/ctl/status ]]; then
    status=$(<"$work/ctl/status")
elif [[ $status = 124 || $status = 137 ]]; then
    status=124
else
    status=125
fi
if [[ -n $logs ]]; then
    mkdir -p "$logs"
    cp "$work"/console.log "$work"/qemu.log "$logs"/
    cp "$work"/ctl/*.log "$logs"/ 2>/dev/null || true
fi
if [[ $status = 125 ]]; then
    echo "vm: the guest stopped without a status" >&2
    cat "$work/qemu.log" >&2
    tail -n 40 "$work/console.log" >&2
fi
note "exit status $status after $((($(date +%s%N) - began) / 1000000)) ms;" \
    "guest: $(grep -ao 'vm: .* s' "$work/console.log" | sed 's/vm: //' | paste -sd, -)"
exit "$status"
