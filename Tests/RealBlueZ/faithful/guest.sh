# Inside the virtual machine: prints the transcript of the bluetoothd that runs there. The boards are on
# our own radio, behind our own controller on /dev/vhci, so that both sides hear the same ones.
#
#   guest.sh --transcript [SECTION...]
shift
powered() {
    dbus-send --system --print-reply --dest=org.bluez /org/bluez/hci0 \
        org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Powered 2>/dev/null \
        | grep -q true
}
# On an air: on_air FILE [SECTION...]
on_air() {
    air=$1
    shift
    /opt/boardsim run "/opt/faithful/$air" --radio vhci >boardsim.log 2>&1 &
    simulator=$!
    waited=0
    until powered; do
        waited=$((waited + 1))
        [ $waited -lt 200 ] || { cat boardsim.log; exit 1; }
        sleep 0.2
    done
    python3 /opt/faithful/transcript.py "$@"
    status=$?
    kill $simulator
    wait $simulator
    [ $status = 0 ] || exit $status
}
# The codes have an air of their own.
[ "$*" = codes ] || on_air air.yaml "$@"
case " $* " in
    *" codes "* | "  ") on_air codes.yaml codes ;;
esac
