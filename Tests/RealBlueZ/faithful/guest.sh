# Inside the virtual machine, in a folder with `boardsim`, its libraries in `lib` and this folder as
# `faithful`: the transcript of the bluetoothd that runs there, into the file $1. The boards are on our
# own radio, behind our own controller on /dev/vhci.
export LD_LIBRARY_PATH=$PWD/lib PYTHONPATH=$PWD/py PYTHONDONTWRITEBYTECODE=1
./boardsim run faithful/air.yaml --radio vhci >boardsim.log 2>&1 &
simulator=$!
powered() {
    dbus-send --system --print-reply --dest=org.bluez /org/bluez/hci0 \
        org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Powered 2>/dev/null \
        | grep -q true
}
waited=0
until powered; do
    waited=$((waited + 1))
    [ $waited -lt 200 ] || { cat boardsim.log; exit 3; }
    sleep 0.2
done
transcript=$1
shift
python3 faithful/transcript.py "$@" >"$transcript"
status=$?
kill $simulator
exit $status
