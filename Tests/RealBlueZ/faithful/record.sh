#!/usr/bin/env bash
# Prints what the real bluetoothd in the virtual machine says to transcript.py.
#
#   record.sh [SECTION...] >bluez-5.66.transcript
#
# Exit status as that of ../run.sh. With its twenty-second timeouts and a link that must break first,
# the whole takes some ten minutes.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
VM="-q -f $here/main.conf" LIMIT=${LIMIT:-1500} exec "$here/../run.sh" --transcript "$@"
