"""A user's script of the official `metawear` SDK that programs a board: events, a timer, a macro.

Run by test_sdk_events.py as `sdk_session.py` is; its result is a JSON object.
"""

import json
import os
import sys
import threading
import time
from ctypes import c_ubyte

from mbientlab.metawear import (
    FnVoid_VoidP_DataP, FnVoid_VoidP_UByte_Long_UByteP_UByte, FnVoid_VoidP_UInt_UInt,
    FnVoid_VoidP_VoidP_Int, LedColor, LedPattern, LedPreset, LogDownloadHandler, byref,
    create_voidp, create_voidp_int, libmetawear, parse_value)
from mbientlab.warble import BleScanner

from sdk_session import Session, wait

NAME = b"Programmed"
CHANNEL = 1


def record(event, commands):
    """Has the board give these commands itself whenever the event fires."""
    libmetawear.mbl_mw_event_record_commands(event)
    commands()
    create_voidp_int(
        lambda fn: libmetawear.mbl_mw_event_end_record(event, None, fn), resource="event")


def blink(board):
    pattern = LedPattern(repeat_count=2)
    libmetawear.mbl_mw_led_load_preset_pattern(byref(pattern), LedPreset.BLINK)
    libmetawear.mbl_mw_led_write_pattern(board, byref(pattern), LedColor.GREEN)
    libmetawear.mbl_mw_led_play(board)


def name_on_air(address):
    """What a scanner hears the board call itself."""
    found = []

    def heard(result):
        if result.mac == address:
            found.append(result.name)

    BleScanner.set_handler(heard)
    BleScanner.start()
    wait(lambda: found, f"an advertisement of {address}")
    BleScanner.stop()
    return found[-1]


def connect_again(session):
    """The board is back on the air after a second or two."""
    for attempt in range(40):
        try:
            return session.connect()
        except Exception as error:
            print(f"attempt {attempt}: {error}", file=sys.stderr)
            time.sleep(0.75)
    raise SystemExit("the board did not come back")


def download(session):
    complete = threading.Event()
    unknown = []
    handler = LogDownloadHandler(
        context=None,
        received_progress_update=FnVoid_VoidP_UInt_UInt(
            lambda _, left, total: complete.set() if left == 0 else None),
        received_unknown_entry=FnVoid_VoidP_UByte_Long_UByteP_UByte(
            lambda _, identifier, epoch, data, length: unknown.append(identifier)),
        received_unhandled_entry=FnVoid_VoidP_DataP(lambda _, data: unknown.append(-1)))
    libmetawear.mbl_mw_logging_download(session.board, 0, byref(handler))
    wait(complete.is_set, "the end of the download")
    return unknown


def events(address):
    """The button lights the LED, a timer reads the temperature into the log, without a link."""
    session = Session(address)
    board = session.board
    libmetawear.mbl_mw_metawearboard_set_time_for_response(board, 4000)
    record(libmetawear.mbl_mw_switch_get_state_data_signal(board), lambda: blink(board))

    temperature = libmetawear.mbl_mw_multi_chnl_temp_get_temperature_data_signal(board, CHANNEL)
    logger = create_voidp(
        lambda fn: libmetawear.mbl_mw_datasignal_log(temperature, None, fn), resource="logger")
    timer = create_voidp(
        lambda fn: libmetawear.mbl_mw_timer_create_indefinite(board, 500, 1, None, fn),
        resource="timer")
    record(timer, lambda: libmetawear.mbl_mw_datasignal_read(temperature))
    libmetawear.mbl_mw_logging_start(board, 0)
    libmetawear.mbl_mw_timer_start(timer)
    # Writes without response are still under way.
    time.sleep(1.5)
    session.disconnect()
    time.sleep(12)
    connect_again(session)
    libmetawear.mbl_mw_timer_stop(timer)
    libmetawear.mbl_mw_logging_stop(board)
    libmetawear.mbl_mw_logging_flush_page(board)

    samples = []

    def handler(_, data):
        samples.append([data.contents.epoch, parse_value(data)])

    wrapped = FnVoid_VoidP_DataP(handler)
    libmetawear.mbl_mw_logger_subscribe(logger, None, wrapped)
    unknown = download(session)
    libmetawear.mbl_mw_timer_remove(timer)
    libmetawear.mbl_mw_metawearboard_tear_down(board)
    session.disconnect()
    return {"samples": samples, "unknown": unknown}


def macro(address):
    """A macro renames the board at each boot; after a factory reset it is as new."""
    session = Session(address)
    board = session.board
    libmetawear.mbl_mw_metawearboard_set_time_for_response(board, 4000)
    names = []
    libmetawear.mbl_mw_macro_record(board, 1)
    libmetawear.mbl_mw_settings_set_device_name(board, (c_ubyte * len(NAME))(*NAME), len(NAME))
    record(libmetawear.mbl_mw_settings_get_disconnect_event(board), lambda: blink(board))
    identifier = []
    done = threading.Event()

    def ended(_, __, value):
        identifier.append(value)
        done.set()

    wrapped = FnVoid_VoidP_VoidP_Int(ended)
    libmetawear.mbl_mw_macro_end_record(board, None, wrapped)
    wait(done.is_set, "the macro's id")
    for command in ["reset", "erase"]:
        session.lost.clear()
        if command == "reset":
            libmetawear.mbl_mw_debug_reset(board)
        else:
            libmetawear.mbl_mw_logging_stop(board)
            libmetawear.mbl_mw_logging_flush_page(board)
            libmetawear.mbl_mw_logging_clear_entries(board)
            libmetawear.mbl_mw_event_remove_all(board)
            libmetawear.mbl_mw_macro_erase_all(board)
            libmetawear.mbl_mw_debug_reset_after_gc(board)
            time.sleep(1)
            libmetawear.mbl_mw_debug_disconnect(board)
        wait(session.lost.is_set, "the end of the link")
        names.append(name_on_air(address))
        connect_again(session)
        # The end of this link is an event after the first reset, and none after the second.
        session.disconnect()
        if command == "reset":
            connect_again(session)
    return {"macro": identifier, "names": names}


if __name__ == "__main__":
    output, sys.stdout = sys.stdout, sys.stderr
    result = {"events": events, "macro": macro}[sys.argv[1]](*sys.argv[2:])
    output.write(json.dumps(result))
    output.flush()
    # The library's own threads do not end by themselves.
    os._exit(0)
