# Inside the virtual machine: prints the transcript of the bluetoothd that runs there. The boards are on
# our own radio, behind our own controller on /dev/vhci, so that both sides hear the same ones.
#
#   guest.sh --transcript [SECTION...]
shift
/opt/boardsim run /opt/faithful/air.yaml --radio vhci >boardsim.log 2>&1 &
simulator=$!
powered() {
    dbus-send --system --print-reply --dest=org.bluez /org/bluez/hci0 \
        org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Powered 2>/dev/null \
        | grep -q true
}
waited=0
until powered; do
    waited=$((waited + 1))
    [ $waited -lt 200 ] || { cat boardsim.log; exit 1; }
    sleep 0.2
done
python3 /opt/faithful/transcript.py "$@"
status=$?
kill $simulator
exit $status
