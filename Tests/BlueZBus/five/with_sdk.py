"""MbientLab's SDK for Python: `with_sdk.py ADDRESS` streams until it is told a line.

It hands on samples and no packets; each is printed as the packet that it was: at ±2 g the SDK divides by 16,384.
"""

import struct
import sys
import tempfile
import threading

from mbientlab.metawear import FnVoid_VoidP_DataP, MetaWear, libmetawear, parse_value

from protocol import notified, when_told

told, answered = threading.Event(), threading.Event()
when_told(told.set)
device = MetaWear(sys.argv[1], cache_path=tempfile.mkdtemp())
device.connect()


def sample(_, data):
    value = parse_value(data)
    notified(b"\x03\x04" + struct.pack("<3h", *(round(each * 16384) for each in (value.x, value.y, value.z))))


on_sample, on_battery = FnVoid_VoidP_DataP(sample), FnVoid_VoidP_DataP(lambda *_: answered.set())
libmetawear.mbl_mw_acc_set_odr(device.board, 100.0)
libmetawear.mbl_mw_acc_set_range(device.board, 2.0)
libmetawear.mbl_mw_acc_write_acceleration_config(device.board)
acceleration = libmetawear.mbl_mw_acc_get_acceleration_data_signal(device.board)
libmetawear.mbl_mw_datasignal_subscribe(acceleration, None, on_sample)
libmetawear.mbl_mw_acc_enable_acceleration_sampling(device.board)
libmetawear.mbl_mw_acc_start(device.board)
print("streams", flush=True)
told.wait()
libmetawear.mbl_mw_acc_stop(device.board)
libmetawear.mbl_mw_acc_disable_acceleration_sampling(device.board)
# Once a question is answered, all that came before has arrived; what arrives after the end of a subscription is dropped.
battery = libmetawear.mbl_mw_settings_get_battery_state_data_signal(device.board)
libmetawear.mbl_mw_datasignal_subscribe(battery, None, on_battery)
libmetawear.mbl_mw_datasignal_read(battery)
answered.wait()
libmetawear.mbl_mw_datasignal_unsubscribe(acceleration)
ended = threading.Event()
device.on_disconnect = lambda _: ended.set()
device.disconnect()
ended.wait()
