#!/bin/sh
# Runs the checks in the guest.
export LD_LIBRARY_PATH=/opt/lib PYTHONPATH=/opt/site:/opt/guest:/opt/clients PYTHONDONTWRITEBYTECODE=1
exec python3 -u /opt/guest/main.py "$@"
