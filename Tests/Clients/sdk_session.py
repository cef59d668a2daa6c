"""A user's script of the official `metawear` SDK, run by test_metawear_sdk.py as a process.

    BOARDSIM_RADIO=hci-unix:/tmp/radio PYTHONPATH=warble \
        python3 sdk_session.py stream E1:00:00:00:00:01 >result.json

Its result is a JSON object: what the SDK says of the board, or samples in g and degrees a second.
What the SDK itself prints goes to the standard error.
"""

import copy
import json
import os
import sys
import tempfile
import threading
import time

from mbientlab.metawear import (
    AlsLtr329Gain, AlsLtr329MeasurementRate, BaroBoschIirFilter, BaroBoschOversampling,
    FnVoid_VoidP_DataP, FnVoid_VoidP_UByte_Long_UByteP_UByte, FnVoid_VoidP_UInt_UInt, GyroBoschOdr,
    GyroBoschRange, I2cReadParameters, LogDownloadHandler, MetaWear, Module, byref, c_char_p, cast, create_voidp,
    libmetawear, parse_value)
from mbientlab.warble import BleScanner

# Seconds of wall time after which something that should come is given up.
PATIENCE = 40
# When the simulated world began, and how fast it goes: so can the script wait for its seconds.
BEGAN, SPEED = float(os.environ.get("BEGAN", "0")), float(os.environ.get("SPEED", "1"))
# In its seconds: when the log begins and ends. The radio of bad-radio.yaml fails from 52 s on.
LOG = tuple(float(each) for each in os.environ.get("LOG", "25,45").split(","))
RATE = 100.0


class Session:
    """One board, connected by the SDK."""

    def __init__(self, address):
        self.device = MetaWear(address, cache_path=tempfile.mkdtemp())
        self.lost = threading.Event()
        self.device.on_disconnect = lambda status: self.lost.set()
        self.connect()
        self.board = self.device.board
        gyroscope = libmetawear.mbl_mw_metawearboard_lookup_module(self.board, Module.GYRO)
        # 0 is the BMI160 of R and RL, 1 the BMI270 of the S; some older boards have none.
        self.gyroscope = {0: "mbl_mw_gyro_bmi160_", 1: "mbl_mw_gyro_bmi270_"}.get(gyroscope)
        self.handlers = []

    def connect(self):
        self.lost.clear()
        self.device.connect()

    def gyro(self, name, *arguments):
        return getattr(libmetawear, self.gyroscope + name)(self.board, *arguments)

    def configure(self):
        libmetawear.mbl_mw_acc_set_odr(self.board, RATE)
        libmetawear.mbl_mw_acc_set_range(self.board, 8.0)
        libmetawear.mbl_mw_acc_write_acceleration_config(self.board)
        self.gyro("set_odr", GyroBoschOdr._100Hz)
        if "INTERVAL" in os.environ:
            # Two sensors at 100 Hz find no room in what bluetoothd chooses: three packets each 30 to 50 ms.
            interval = float(os.environ["INTERVAL"])
            libmetawear.mbl_mw_settings_set_connection_parameters(self.board, interval, interval, 0, 6000)
        self.gyro("set_range", GyroBoschRange._500dps)
        self.gyro("write_config")
        return {
            "acceleration": libmetawear.mbl_mw_acc_get_acceleration_data_signal(self.board),
            "rotation": self.gyro("get_rotation_data_signal"),
        }

    def start(self):
        libmetawear.mbl_mw_acc_enable_acceleration_sampling(self.board)
        self.gyro("enable_rotation_sampling")
        libmetawear.mbl_mw_acc_start(self.board)
        self.gyro("start")

    def stop(self):
        libmetawear.mbl_mw_acc_stop(self.board)
        self.gyro("stop")
        libmetawear.mbl_mw_acc_disable_acceleration_sampling(self.board)
        self.gyro("disable_rotation_sampling")

    def collector(self, into):
        """A handler of samples that the library calls; kept alive here."""

        def handler(_, data):
            value = parse_value(data)
            into.append((data.contents.epoch, [value.x, value.y, value.z]))

        wrapped = FnVoid_VoidP_DataP(handler)
        self.handlers.append(wrapped)
        return wrapped

    def values(self, into):
        """A handler of single values, kept alive here."""
        wrapped = FnVoid_VoidP_DataP(lambda _, data: into.append(plain(parse_value(data))))
        self.handlers.append(wrapped)
        return wrapped

    def read(self, found, name, signal, parameters=None):
        """Reads a signal once."""
        found[name] = []
        libmetawear.mbl_mw_datasignal_subscribe(signal, None, self.values(found[name]))
        if parameters is None:
            libmetawear.mbl_mw_datasignal_read(signal)
        else:
            libmetawear.mbl_mw_datasignal_read_with_parameters(signal, byref(parameters))
        wait(lambda: found[name], name)

    def description(self):
        name = libmetawear.mbl_mw_metawearboard_get_model_name(self.board)
        return {
            "name": cast(name, c_char_p).value.decode(),
            **{key: str(value) for key, value in copy.copy(self.device.info).items()},
        }

    def disconnect(self):
        self.lost.clear()
        self.device.disconnect()
        assert self.lost.wait(PATIENCE), "the link did not end"


def plain(value):
    """A value of the library as JSON can hold it."""
    fields = getattr(value, "_fields_", None)
    if fields:
        return {name: getattr(value, name) for name, _ in fields}
    return list(value) if isinstance(value, (bytes, list, tuple)) else value


def wait(condition, what):
    """Waits for what should come soon."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"waited {PATIENCE} s in vain for {what}")
        time.sleep(0.005)


def wait_until(seconds):
    """Waits for a time of the simulated world."""
    time.sleep(max(0, BEGAN + seconds / SPEED - time.time()))


def scan():
    """Who is on the air and says that it is a MetaWear board."""
    found = {}

    def heard(result):
        if result.has_service_uuid(MetaWear.GATT_SERVICE):
            found[result.mac] = [result.name, result.rssi, result.get_manufacturer_data(0x626D)]

    BleScanner.set_handler(heard)
    BleScanner.start()
    wait(lambda: len(found) == 3, "three boards")
    BleScanner.stop()
    return found


def initialise(*addresses):
    """Connects to each board and says what the SDK makes of it."""
    found = {}
    for address in addresses:
        session = Session(address)
        found[address] = session.description()
        session.disconnect()
    return found


def stream(address):
    """1,000 samples of acceleration and rotation at 100 Hz."""
    session = Session(address)
    samples = {}
    for name, signal in session.configure().items():
        samples[name] = []
        libmetawear.mbl_mw_datasignal_subscribe(signal, None, session.collector(samples[name]))
    session.start()
    wait(lambda: all(len(each) >= 1000 for each in samples.values()), "1,000 samples of each")
    session.stop()
    session.disconnect()
    return {name: [value for _, value in each] for name, each in samples.items()}


def surroundings(rpro, environment, detector):
    """What the modules for air, light and buses say of the world, on a board that has each."""
    found = {}
    session = Session(rpro)
    board = session.board
    pressure = libmetawear.mbl_mw_baro_bosch_get_pressure_data_signal(board)
    altitude = libmetawear.mbl_mw_baro_bosch_get_altitude_data_signal(board)
    light = libmetawear.mbl_mw_als_ltr329_get_illuminance_data_signal(board)
    libmetawear.mbl_mw_baro_bosch_set_oversampling(board, BaroBoschOversampling.ULTRA_HIGH)
    libmetawear.mbl_mw_baro_bosch_set_iir_filter(board, BaroBoschIirFilter.AVG_4)
    libmetawear.mbl_mw_baro_bosch_set_standby_time(board, 62.5)
    libmetawear.mbl_mw_baro_bosch_write_config(board)
    libmetawear.mbl_mw_als_ltr329_set_gain(board, AlsLtr329Gain._8X)
    libmetawear.mbl_mw_als_ltr329_set_measurement_rate(board, AlsLtr329MeasurementRate._100ms)
    libmetawear.mbl_mw_als_ltr329_write_config(board)
    for name, signal in [("pressure", pressure), ("altitude", altitude), ("light", light)]:
        found[name] = []
        libmetawear.mbl_mw_datasignal_subscribe(signal, None, session.values(found[name]))
    libmetawear.mbl_mw_baro_bosch_start(board)
    libmetawear.mbl_mw_als_ltr329_start(board)
    wait(lambda: all(len(each) >= 5 for each in found.values()), "five values of each")
    libmetawear.mbl_mw_baro_bosch_stop(board)
    libmetawear.mbl_mw_als_ltr329_stop(board)
    session.read(found, "one pressure", libmetawear.mbl_mw_baro_bosch_get_pressure_read_data_signal(board))
    for channel in range(4):
        signal = libmetawear.mbl_mw_multi_chnl_temp_get_temperature_data_signal(board, channel)
        session.read(found, f"temperature {channel}", signal)
    session.read(
        found, "bus", libmetawear.mbl_mw_i2c_get_data_signal(board, 2, 1),
        I2cReadParameters(device_addr=0x48, register_addr=0))
    session.disconnect()

    session = Session(environment)
    session.read(
        found, "humidity", libmetawear.mbl_mw_humidity_bme280_get_percentage_data_signal(session.board))
    session.read(found, "colour", libmetawear.mbl_mw_cd_tcs34725_get_adc_data_signal(session.board))
    session.disconnect()

    session = Session(detector)
    session.read(
        found, "proximity", libmetawear.mbl_mw_proximity_tsl2671_get_adc_data_signal(session.board))
    session.disconnect()
    return found


def log(address):
    """Logs, loses the link in the middle of the download, comes back and gets the rest."""
    session = Session(address)
    libmetawear.mbl_mw_metawearboard_set_time_for_response(session.board, 4000)
    loggers = {
        name: create_voidp(
            lambda fn, signal=signal: libmetawear.mbl_mw_datasignal_log(signal, None, fn),
            resource=f"logger of {name}")
        for name, signal in session.configure().items()
    }
    libmetawear.mbl_mw_logging_start(session.board, 0)
    wait_until(LOG[0])
    session.start()
    wait_until(LOG[1])
    session.stop()
    libmetawear.mbl_mw_logging_stop(session.board)
    libmetawear.mbl_mw_logging_flush_page(session.board)

    samples = {name: [] for name in loggers}
    for name, logger in loggers.items():
        libmetawear.mbl_mw_logger_subscribe(logger, None, session.collector(samples[name]))
    complete = threading.Event()
    progress, unknown, losses = [], [], []

    def on_progress(_, left, total):
        progress.append([left, total])
        if left == 0:
            complete.set()

    handler = LogDownloadHandler(
        context=None,
        received_progress_update=FnVoid_VoidP_UInt_UInt(on_progress),
        received_unknown_entry=FnVoid_VoidP_UByte_Long_UByteP_UByte(
            lambda _, identifier, epoch, data, length: unknown.append(identifier)),
        received_unhandled_entry=FnVoid_VoidP_DataP(lambda _, data: unknown.append(-1)))
    for _ in range(20):
        libmetawear.mbl_mw_logging_download(session.board, 20, byref(handler))
        wait(lambda: complete.is_set() or session.lost.is_set(), "the end of the download")
        if complete.is_set():
            break
        losses.append({name: len(each) for name, each in samples.items()})
        # The radio may still be deaf; the SDK says so, and the script tries again.
        for attempt in range(20):
            try:
                session.connect()
                break
            except Exception as error:
                print(f"attempt {attempt}: {error}", file=sys.stderr)
                time.sleep(0.5)
    assert complete.is_set(), "the download was cut 20 times"
    libmetawear.mbl_mw_logging_clear_entries(session.board)
    libmetawear.mbl_mw_metawearboard_tear_down(session.board)
    session.disconnect()
    return {"samples": samples, "losses": losses, "progress": progress[-3:], "unknown": unknown}


if __name__ == "__main__":
    output, sys.stdout = sys.stdout, sys.stderr
    commands = {"scan": scan, "initialise": initialise, "stream": stream, "log": log,
                "surroundings": surroundings}
    result = commands[sys.argv[1]](*sys.argv[2:])
    output.write(json.dumps(result))
    output.flush()
    # The library's own threads do not end by themselves.
    os._exit(0)
