"""The Bluetooth library that the `metawear` package asks for, over a virtual radio.

`mbientlab.metawear` reaches boards through a module of this name. This one is another
implementation of the same few names: it runs a Bumble host that is attached to the HCI server of
`boardsim run --radio …`, so that no Bluetooth hardware, no kernel module and no root is needed.

    BOARDSIM_RADIO=hci-tcp:127.0.0.1:9000 python3 script.py

Everything calls back from a thread of its own per board, in order, as a Bluetooth library does.
"""

from mbientlab.warble._errors import WarbleException
from mbientlab.warble._gatt import Gatt, GattCharacteristic
from mbientlab.warble._scanner import BleScanner, ScanResult

__all__ = ["BleScanner", "Gatt", "GattCharacteristic", "ScanResult", "WarbleException"]
