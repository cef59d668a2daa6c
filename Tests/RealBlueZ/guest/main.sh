#!/bin/sh
# Runs the checks in the guest, or with --transcript writes down what bluetoothd says.
export LD_LIBRARY_PATH=/opt/lib PYTHONPATH=/opt/site:/opt/guest:/opt/clients PYTHONDONTWRITEBYTECODE=1
[ "${1-}" != --transcript ] || exec sh /opt/faithful/guest.sh "$@"
exec python3 -u /opt/guest/main.py "$@"
