"""A user's script of the `metawear` SDK: streams acceleration at 25 Hz for 15 s, and connects again if the link is lost.

Arguments after the address switch bugs on.
"""

import os
import sys
import tempfile
import threading
import time

from mbientlab.metawear import FnVoid_VoidP_DataP, MetaWear, libmetawear

SECONDS, RATE = 15, 25.0


def planted(bug):
    return bug in sys.argv[2:]


def check(what, holds):
    if not holds:
        print("CHECK FAILED:", what, file=sys.stderr, flush=True)
        os._exit(1)


class Recorder:
    def __init__(self, address):
        self.device = MetaWear(address, cache_path=tempfile.mkdtemp())
        self.lost, self.enough = threading.Event(), threading.Event()
        self.times = []
        self.handler = FnVoid_VoidP_DataP(self.sample)
        if not planted("no-callback"):
            self.device.on_disconnect = lambda status: self.lost.set()

    def sample(self, _, data):
        self.times.append(time.monotonic())
        if len(self.times) >= SECONDS * RATE:
            self.enough.set()

    def connect(self):
        for attempt in range(1 if planted("one-attempt") else 15):
            try:
                self.lost.clear()
                return self.device.connect()
            except Exception as error:
                print("connect:", error, file=sys.stderr, flush=True)
                time.sleep(1)
        check("the board can be reached", False)

    def start(self):
        board = self.device.board
        libmetawear.mbl_mw_acc_set_odr(board, RATE)
        libmetawear.mbl_mw_acc_set_range(board, 8.0)
        libmetawear.mbl_mw_acc_write_acceleration_config(board)
        self.signal = libmetawear.mbl_mw_acc_get_acceleration_data_signal(board)
        libmetawear.mbl_mw_datasignal_subscribe(self.signal, None, self.handler)
        libmetawear.mbl_mw_acc_enable_acceleration_sampling(board)
        libmetawear.mbl_mw_acc_start(board)

    def stop(self):
        board = self.device.board
        libmetawear.mbl_mw_acc_stop(board)
        libmetawear.mbl_mw_acc_disable_acceleration_sampling(board)
        libmetawear.mbl_mw_datasignal_unsubscribe(self.signal)
        time.sleep(0.5)


def main():
    recorder = Recorder(sys.argv[1])
    recorder.connect()
    recorder.start()
    deadline = time.monotonic() + 120
    while not recorder.enough.is_set():
        if planted("wait-for-ever"):
            recorder.enough.wait()
            break
        check("the samples come in two minutes", time.monotonic() < deadline)
        if recorder.lost.wait(0.25):
            recorder.connect()
            recorder.start()
    if not recorder.lost.is_set():
        recorder.stop()
    recorder.device.disconnect()
    print(len(recorder.times), "samples")


main()
sys.stdout.flush()
# The library's own threads do not end by themselves.
os._exit(0)
