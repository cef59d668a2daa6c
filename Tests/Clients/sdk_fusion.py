"""A user's script of sensor fusion with the official `metawear` SDK, run by test_sdk_fusion.py.

    python3 sdk_fusion.py ADDRESS MODE SECONDS OUTPUT… >result.json

Streams the outputs one after the other, as the vendor's example does, and answers with a list of
[epoch in ms, numbers] for each; an output that the mode does not deliver has an empty list.
"""

import json
import os
import sys
import time

from mbientlab.metawear import (
    FnVoid_VoidP_DataP, SensorFusionAccRange, SensorFusionData, SensorFusionGyroRange,
    SensorFusionMode, libmetawear, parse_value)

from sdk_session import Session

FIELDS = {
    "QUATERNION": "w x y z", "EULER_ANGLE": "heading pitch roll yaw", "CORRECTED_ACC": "x y z accuracy",
    "CORRECTED_GYRO": "x y z accuracy", "CORRECTED_MAG": "x y z accuracy",
    "GRAVITY_VECTOR": "x y z", "LINEAR_ACC": "x y z",
}


def stream(session, output, seconds):
    """What comes of an output in so many seconds of the simulated world."""
    found = []

    def handler(_, data):
        value = parse_value(data)
        found.append([data.contents.epoch, [getattr(value, field) for field in FIELDS[output].split()]])

    wrapped = FnVoid_VoidP_DataP(handler)
    session.handlers.append(wrapped)
    board, data = session.board, getattr(SensorFusionData, output)
    signal = libmetawear.mbl_mw_sensor_fusion_get_data_signal(board, data)
    libmetawear.mbl_mw_datasignal_subscribe(signal, None, wrapped)
    libmetawear.mbl_mw_sensor_fusion_enable_data(board, data)
    libmetawear.mbl_mw_sensor_fusion_start(board)
    time.sleep(seconds)
    libmetawear.mbl_mw_sensor_fusion_stop(board)
    libmetawear.mbl_mw_sensor_fusion_clear_enabled_mask(board)
    libmetawear.mbl_mw_datasignal_unsubscribe(signal)
    time.sleep(0.3)
    return found


def main(address, mode, seconds, *outputs):
    session = Session(address)
    libmetawear.mbl_mw_sensor_fusion_set_mode(session.board, getattr(SensorFusionMode, mode))
    libmetawear.mbl_mw_sensor_fusion_set_acc_range(session.board, SensorFusionAccRange._8G)
    libmetawear.mbl_mw_sensor_fusion_set_gyro_range(session.board, SensorFusionGyroRange._2000DPS)
    libmetawear.mbl_mw_sensor_fusion_write_config(session.board)
    found = {output: stream(session, output, float(seconds)) for output in outputs}
    session.disconnect()
    return found


if __name__ == "__main__":
    printed, sys.stdout = sys.stdout, sys.stderr
    result = main(*sys.argv[1:])
    printed.write(json.dumps(result))
    printed.flush()
    # The library's own threads do not end by themselves.
    os._exit(0)
