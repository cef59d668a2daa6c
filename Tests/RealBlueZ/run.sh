#!/usr/bin/env bash
# A real BlueZ in a virtual machine, and boardsim in the same machine: runs the checks of guest/.
#
#   run.sh [PART OF A CHECK'S NAME...]
#
# One line a check, `ok …` or `FAILED …`, and `done`. Exit status 0 if all held, 1 if one did not; 3 if
# this machine lacks something (the message says what); 124 and 125 as vm.sh has them. The logs are in
# .build/bluez-vm/logs. The program is .build-tests/release/boardsim, or $BOARDSIM; the demo of the SDK is
# .build-tests/release/MetaWearDemo, or $METAWEAR_DEMO.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
program=${BOARDSIM:-.build-tests/release/boardsim}
demo=${METAWEAR_DEMO:-.build-tests/release/MetaWearDemo}
work=.build/bluez-vm
payload=$work/payload
[[ -x $program ]] || { echo "bluez-vm: there is no $program; BOARDSIM_BUILD=tests ./boardsim --help builds it" >&2; exit 3; }

[[ -x $demo ]] || { echo "bluez-vm: there is no $demo; ./boardsim test docs builds it, with all others" >&2; exit 3; }

"$here/vm.sh" -B
image=$("$here/image.sh")
python=$(<"$image/python")

# Wheels for the guest's Python, whatever Python this machine has.
wheels() {
    local venv=$work/venv key
    key=$(cat "$here/requirements.txt" Tests/Clients/sdk.sh | sha256sum | cut -c 1-16)-$python
    [[ ! -e $work/site/$key ]] || return 0
    rm -rf "$work/site" "$venv"
    mkdir -p "$work"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --only-binary=:all: \
        --python-version "$python" --implementation cp --abi "cp${python/./}" --abi abi3 --abi none \
        --platform manylinux2014_x86_64 --platform manylinux_2_17_x86_64 \
        --platform manylinux_2_28_x86_64 --platform manylinux_2_34_x86_64 \
        --platform manylinux_2_36_x86_64 --target "$work/site" -r "$here/requirements.txt"
    "$venv/bin/pip" install --quiet --disable-pip-version-check \
        "$(grep '^setuptools==' "$here/requirements.txt")"
    Tests/Clients/sdk.sh "$venv" "$work/site"
    # The same minor version has the same byte code; another one makes its own, slowly, each time.
    if [[ $(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])') = "$python" ]]; then
        python3 -m compileall -q --invalidation-mode unchecked-hash "$work/site" >/dev/null || true
    fi
    touch "$work/site/$key"
}
wheels || { echo "bluez-vm: the packages of requirements.txt could not be installed" >&2; exit 3; }

rm -rf "$payload"
mkdir -p "$payload/lib" "$payload/clients"
cp "$program" "$payload/boardsim"
cp "$demo" "$payload/MetaWearDemo"
# The libraries that the guest's Debian does not have: Swift's own.
ldd "$program" "$demo" | awk '$3 ~ /^\// && $3 !~ /^\/(usr\/)?lib/ {print $3}' | sort -u | xargs -r cp -t "$payload/lib"
cp -r "$here/guest" "$here/faithful" "$payload/"
cp Packaging/boardsim.conf "$payload/"
cp -r Tests/Clients/{scenarios,truth.py,sdk_session.py} Packaging/warble "$payload/clients/"
cp Tests/BlueZBus/scenarios/values.yaml "$payload/clients/scenarios/"
cp -r "$work/site" "$payload/site"

# All checks take more than half an hour.
limit=900
[[ $# -gt 0 ]] || limit=3600
exec "$here/vm.sh" -s "$work" -r "$payload" -o "$work/logs" -m -t "${LIMIT:-$limit}" ${VM-} \
    env PATIENCE="${PATIENCE:-25}" sh /opt/guest/main.sh "$@"
