"""The Bluetooth library that the `metawear` package asks for, over boardsim's virtual radio or BlueZ.

`mbientlab.metawear` reaches boards through a module of this name. This one is another
implementation of the same few names, with two roads to a radio:

    BOARDSIM_RADIO=hci-tcp:127.0.0.1:9000 python3 script.py     Bumble, at the HCI server of boardsim run:
                                                                no hardware, no kernel module, no root
    BOARDSIM_RADIO=bluez python3 script.py                      bleak, at this machine's BlueZ

BOARDSIM_CONNECT_TIMEOUT is how many seconds a board may take that does not advertise (default: 20); `disconnect()`
gives up at once. With BOARDSIM_WARBLE=windows a second connect to the same board succeeds, and the end of a link is
reported late, as users of Windows see it.

Everything calls back from a thread of its own per board, in order, as a Bluetooth library does.
"""

from mbientlab.warble._errors import WarbleException
from mbientlab.warble._gatt import Gatt, GattCharacteristic
from mbientlab.warble._scanner import BleScanner, ScanResult

__all__ = ["BleScanner", "Gatt", "GattCharacteristic", "ScanResult", "WarbleException"]
