#!/usr/bin/env bash
# Judges one board of the model from outside: a run of its own puts it on the air, and the suite
# reaches it as it would a real one.
#
#     Tests/Conformance/hci.sh MODEL hci|tcp|bluez [OPTION OF boardsim conformance …]
#
# SPEED is how many times as fast as the wall it lives. Ends with the suite's status.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 3

model=$1 way=$2 program=${BOARDSIM:-./boardsim}
shift 2
address=E1:00:00:00:00:01
# Faster, packets arrive in bursts while other stages run beside this one, and what is counted in time fails.
speed=${SPEED:-10}
place=$(mktemp -d)
printf 'version: 1\nname: Desk\nboards:\n  - name: desk\n    model: %s\n    address: "%s"\n' \
    "$model" "$address" >"$place/board.yaml"
# A cap sleeps until somebody presses it, and nobody does so later on.
if [[ $model = Triki ]]; then
    printf '    triki: {sleep-after: 10 d}\ninputs:\n  - {at: 100 ms, board: desk, button: click}\n' \
        >>"$place/board.yaml"
fi
options=(--speed "$speed")
if [[ $way = bluez ]]; then
    options+=(--radio bluez-bus --bus-address "$place/bus")
    sign=$place/bus
elif [[ $way = tcp ]]; then
    # The system chooses a port that is free.
    options+=(--radio hci-tcp:127.0.0.1:0)
    sign=$place/port
else
    options+=(--radio "hci-unix:$place/radio")
    sign=$place/radio
fi
"$program" run "$place/board.yaml" "${options[@]}" >"$place/run" 2>&1 &
run=$!
# It ends with this script, and before its folder does.
trap 'kill -INT "$run" 2>/dev/null; wait "$run"; rm -rf "$place"' EXIT
for ((i = 0; i < 300; i++)); do
    if [[ $way = tcp ]]; then
        grep -oE 'hci-tcp:127[0-9.:]+' "$place/run" >"$place/found" && mv "$place/found" "$sign"
    fi
    [[ -e $sign ]] && break
    sleep 0.1
done
if [[ ! -e $sign ]]; then
    cat "$place/run"
    exit 3
fi
target=hci-unix:$place/radio
[[ $way != tcp ]] || target=$(head -n 1 "$sign")
if [[ $way = bluez ]]; then
    target=bluez:$address
    DBUS_SYSTEM_BUS_ADDRESS=$(cat "$place/bus")
    export DBUS_SYSTEM_BUS_ADDRESS
fi
"$program" conformance --target "$target" --speed "$speed" --retries 4 "$@"
