"""A user's script that updates a board's firmware by the official `metawear` SDK.

    BOARDSIM_RADIO=hci-unix:/tmp/radio PYTHONPATH=warble \
        python3 sdk_update.py E1:00:00:00:00:01 1.7.9 >result.json

The SDK asks the vendor's site for a catalogue and a package; both are answered here, so that no
network is needed. Its result is the board's firmware before and after, and the progress it told.
"""

import io
import json
import struct
import sys
import tempfile
import threading
import time
import zipfile

import requests

from mbientlab.metawear import MetaWear, libmetawear

PATIENCE = 40
SIZE = 8_000


def crc16(data):
    """CCITT's, from 0xFFFF on."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc


def package(revision):
    """A package as Nordic's tool makes them: image, init packet, manifest."""
    body = bytes(n * 31 & 0xFF for n in range(SIZE))
    mark = f"boardsim:firmware={revision}\0".encode()
    image = body[:1000] + mark + body[1000 + len(mark):]
    manifest = {"manifest": {"application": {
        "bin_file": "application.bin", "dat_file": "application.dat"}, "dfu_version": 0.5}}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("application.bin", image)
        archive.writestr("application.dat", struct.pack(
            "<HHLHHH", 0xFFFF, 0xFFFF, 0xFFFFFFFF, 1, 0xFFFE, crc16(image)))
        archive.writestr("manifest.json", json.dumps(manifest))
    return file.getvalue()


class Site:
    """What stands in for the vendor's site: a catalogue with one firmware, and its package."""

    def __init__(self, device, revision):
        info = device.info
        release = {"filename": "firmware.zip", "required-bootloader": "0.2.0",
                   "min-ios-version": "1.0.0", "min-android-version": "1.0.0"}
        self.catalogue = {info["hardware"]: {info["model"]: {"vanilla": {revision: release}}}}
        self.package = package(revision)
        self.asked = []

    def get(self, url, *arguments, **options):
        self.asked.append(url)
        answer = requests.Response()
        answer.status_code = 200
        answer.raw = io.BytesIO(
            self.package if url.endswith(".zip") else json.dumps(self.catalogue).encode())
        return answer


def keep_arguments():
    """The library looks at the path again when the function has long returned; Python has given
    the string back by then."""
    perform = libmetawear.mbl_mw_metawearboard_perform_dfu
    kept = []

    def performing(*arguments):
        kept.append(arguments)
        return perform(*arguments)

    libmetawear.mbl_mw_metawearboard_perform_dfu = performing


def main(address, revision):
    keep_arguments()
    device = MetaWear(address, cache_path=tempfile.mkdtemp())
    device.connect()
    before = device.info["firmware"]
    site = Site(device, revision)
    requests.get = site.get
    over = threading.Event()
    errors, progress = [], []

    def ended(error):
        errors.append(error)
        over.set()

    device.update_firmware_async(ended, progress_handler=progress.append)
    assert over.wait(PATIENCE), "the update did not end"
    assert errors == [None], errors
    # The library starts the new firmware only after it has told of the end.
    time.sleep(1)
    again = MetaWear(address, cache_path=tempfile.mkdtemp())
    again.connect()
    print(json.dumps({
        "before": before, "after": again.info["firmware"], "progress": progress,
        "asked": len(site.asked)}))
    again.disconnect()


if __name__ == "__main__":
    main(*sys.argv[1:])
