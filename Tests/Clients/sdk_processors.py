"""A user's script of the official `metawear` SDK that makes data processors, run by
test_sdk_processors.py as sdk_session.py is run by test_metawear_sdk.py.

Its result is a JSON object: what each processor's handler was given, in order, or what a client that
knows nothing of the board recovered from its log.
"""

import copy
import json
import os
import sys
import threading
import time

from mbientlab.metawear import (
    POINTER, ComparatorOperation, Const, DeltaMode, FnVoid_VoidP_DataP,
    FnVoid_VoidP_UByte_Long_UByteP_UByte, FnVoid_VoidP_UInt_UInt, FnVoid_VoidP_VoidP_VoidP_UInt,
    GyroBoschOdr, LogDownloadHandler, MathOperation, ThresholdMode, TimeMode, byref, c_uint, c_void_p, cast,
    create_voidp, libmetawear, parse_value)

from sdk_session import PATIENCE, Session, wait, wait_until

# Simulated seconds during which the log runs.
LOG = (20, 31)


def make(name, *arguments):
    """A processor of a type, once the board has told its id."""
    create = getattr(libmetawear, f"mbl_mw_dataprocessor_{name}")

    def begin(fn):
        status = create(*arguments, None, fn)
        # Then the SDK refuses by itself, and never calls back.
        if status != Const.STATUS_OK:
            raise SystemExit(f"the SDK makes no {name} of that signal: status {status}")

    return create_voidp(begin, resource=name)


def plain(value):
    """What JSON can hold of a value of the SDK."""
    return [value.x, value.y, value.z] if hasattr(value, "x") else value


class Recorder:
    """Keeps what handlers are given, by name."""

    def __init__(self):
        self.heard = {}
        self.handlers = []

    def handler(self, name, elements=None):
        heard = self.heard[name] = []

        def take(_, data):
            if elements is None:
                value = plain(copy.deepcopy(parse_value(data)))
            else:
                array = cast(data.contents.value, POINTER(c_void_p * elements)).contents
                value = [plain(copy.deepcopy(parse_value(cast(each, type(data))))) for each in array]
            extra = data.contents.extra
            count = cast(extra, POINTER(c_uint)).contents.value if name == "count" else None
            heard.append([data.contents.epoch, value, count])

        wrapped = FnVoid_VoidP_DataP(take)
        self.handlers.append(wrapped)
        return wrapped

    def subscribe(self, name, signal, elements=None):
        libmetawear.mbl_mw_datasignal_subscribe(signal, None, self.handler(name, elements))


def chains(address):
    """Eleven seconds, at 25 Hz, of acceleration and rotation through every kind of chain."""
    session = Session(address)
    signals = session.configure()
    # So slow that a link every 30 ms carries all of the chains.
    libmetawear.mbl_mw_acc_set_odr(session.board, 25.0)
    libmetawear.mbl_mw_acc_write_acceleration_config(session.board)
    session.gyro("set_odr", GyroBoschOdr._25Hz)
    session.gyro("write_config")
    acceleration, rotation = signals["acceleration"], signals["rotation"]
    z = libmetawear.mbl_mw_datasignal_get_component(acceleration, 2)
    recorder = Recorder()
    average = make("average_create", make("rss_create", acceleration), 4)
    recorder.subscribe("length", average)
    low = make("average_create", z, 4)
    recorder.subscribe(
        "crossing", make("threshold_create", low, ThresholdMode.BINARY, 0.5, 0.0))
    parity = make("math_create", make("counter_create", z), MathOperation.MODULUS, 2.0)
    for name, number in (("odd", 1.0), ("even", 0.0)):
        recorder.subscribe(
            name, make("comparator_create", parity, ComparatorOperation.EQ, number))
    slow = make("time_create", acceleration, TimeMode.ABSOLUTE, 200)
    recorder.subscribe("slow", slow)
    recorder.subscribe("packed", make("packer_create", acceleration, 2))
    recorder.subscribe("dated", make("accounter_create", slow))
    recorder.subscribe("count", make("accounter_create_count", acceleration))
    recorder.subscribe("steps", make("delta_create", z, DeltaMode.ABSOLUTE, 0.25))
    # The SDK makes the buffer of the rotation by itself.
    fused = make("fuser_create", acceleration, (c_void_p * 1)(rotation), 1)
    recorder.subscribe("fused", make("time_create", fused, TimeMode.ABSOLUTE, 80), elements=2)
    session.start()
    wait(lambda: len(recorder.heard["length"]) >= 275, "275 averages")
    session.stop()
    libmetawear.mbl_mw_metawearboard_tear_down(session.board)
    session.disconnect()
    return recorder.heard


def recover(address):
    """One client logs the outputs of processors and goes; another one finds and downloads them."""
    session = Session(address)
    signals = session.configure()
    average = make("average_create", make("rss_create", signals["acceleration"]), 4)
    z = libmetawear.mbl_mw_datasignal_get_component(signals["acceleration"], 2)
    slow = make("time_create", z, TimeMode.ABSOLUTE, 50)
    for signal in (average, slow, signals["acceleration"]):
        create_voidp(lambda fn, signal=signal: libmetawear.mbl_mw_datasignal_log(signal, None, fn))
    libmetawear.mbl_mw_logging_start(session.board, 0)
    wait_until(LOG[0])
    session.start()
    wait_until(LOG[1])
    session.stop()
    libmetawear.mbl_mw_logging_stop(session.board)
    # What the SDK still has to send would be lost with the link.
    wait_until(LOG[1] + 2)
    session.disconnect()

    other = Session(address)
    found, done = [], threading.Event()

    def take(_, board, pointers, count):
        if pointers and count:
            found.extend(cast(pointers, POINTER(c_void_p * count)).contents)
        done.set()

    callback = FnVoid_VoidP_VoidP_VoidP_UInt(take)
    libmetawear.mbl_mw_metawearboard_create_anonymous_datasignals(other.board, None, callback)
    wait(done.is_set, "the anonymous signals")
    recorder = Recorder()
    for signal in found:
        name = libmetawear.mbl_mw_anonymous_datasignal_get_identifier(signal).decode()
        libmetawear.mbl_mw_anonymous_datasignal_subscribe(signal, None, recorder.handler(name))
    complete, unknown = threading.Event(), []
    handler = LogDownloadHandler(
        context=None,
        received_progress_update=FnVoid_VoidP_UInt_UInt(
            lambda _, left, total: complete.set() if left == 0 else None),
        received_unknown_entry=FnVoid_VoidP_UByte_Long_UByteP_UByte(
            lambda _, identifier, epoch, data, length: unknown.append(identifier)),
        received_unhandled_entry=FnVoid_VoidP_DataP(lambda _, data: unknown.append(-1)))
    libmetawear.mbl_mw_logging_flush_page(other.board)
    libmetawear.mbl_mw_logging_download(other.board, 20, byref(handler))
    wait(complete.is_set, f"the end of the download within {PATIENCE} s")
    libmetawear.mbl_mw_metawearboard_tear_down(other.board)
    other.disconnect()
    return {"signals": recorder.heard, "unknown": unknown}


def temperatures(*addresses):
    """Four readings of the die in one notification, from each board that makes it."""
    recorder = Recorder()
    for address in addresses:
        session = Session(address)
        signal = libmetawear.mbl_mw_multi_chnl_temp_get_temperature_data_signal(session.board, 0)
        recorder.subscribe(address, make("packer_create", signal, 4))
        for _ in range(4):
            libmetawear.mbl_mw_datasignal_read(signal)
        time.sleep(4)
        libmetawear.mbl_mw_metawearboard_tear_down(session.board)
        session.disconnect()
    return {address: [value for _, value, _ in heard] for address, heard in recorder.heard.items()}


if __name__ == "__main__":
    output, sys.stdout = sys.stdout, sys.stderr
    commands = {"chains": chains, "recover": recover, "temperatures": temperatures}
    result = commands[sys.argv[1]](*sys.argv[2:])
    output.write(json.dumps(result))
    output.flush()
    # The library's own threads do not end by themselves.
    os._exit(0)
