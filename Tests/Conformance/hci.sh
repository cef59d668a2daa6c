#!/usr/bin/env bash
# Judges one board of the model from outside: a run of its own puts it on the air, and the suite reaches it as it would a real one. The
# run leads the suite's time, so that none of it is waited for, and no packet is late.
#
#     Tests/Conformance/hci.sh MODEL hci|tcp|bluez [OPTION OF boardsim conformance …]
#
# Ends with the suite's status.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 3

model=$1 way=$2 program=${BOARDSIM:-./boardsim}
shift 2
address=E1:00:00:00:00:01
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
printf 'version: 1\nname: Desk\nboards:\n  - name: desk\n    model: %s\n    address: "%s"\n' \
    "$model" "$address" >"$place/board.yaml"
# A cap sleeps until somebody presses it, and nobody does so later on.
if [[ $model = Triki ]]; then
    printf '    triki: {sleep-after: 10 d}\ninputs:\n  - {at: 100 ms, board: desk, button: click}\n' \
        >>"$place/board.yaml"
fi
case $way in
hci) radio=hci-unix ;;
tcp) radio=hci-tcp:127.0.0.1:0 ;;
bluez) radio=bluez-bus ;;
esac
# What the suite prints, and its status: the run has a report and a status of its own.
"$program" run "$place/board.yaml" --radio "$radio" --speed led -- \
    bash -c 'target=$BOARDSIM_RADIO
        [[ $target = hci-* ]] || target=bluez:$1
        "$2" conformance --target "$target" "${@:4}" >"$3/judged" 2>&1
        echo $? >"$3/status"' judge "$address" "$program" "$place" "$@" >"$place/run" 2>&1
if [[ ! -e $place/status ]]; then
    cat "$place/run"
    exit 3
fi
cat "$place/judged"
exit "$(cat "$place/status")"
