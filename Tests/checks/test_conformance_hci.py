"""The conformance suite from another process: our own host on an HCI controller, and a client of BlueZ, judge boards in virtual
time."""

import os
import re
import subprocess

import pytest

from repository import PROGRAM, ROOT

# The newest, one with NOR flash, the oldest and the cap.
SOME = ["MetaMotion S/hci", "MetaMotion R/hci", "MetaWear R/hci", "Triki/hci", "Triki/bluez"]
# Besides every product over HCI.
MORE = ["MetaMotion S/tcp", "MetaMotion S/bluez", "Triki/bluez"]


def judge(way, record_property):
    """Judges a board; every case counts."""
    done = subprocess.run(
        [ROOT / "Tests/Conformance/hci.sh", *way.split("/")], text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=1_800, env=os.environ | {"BOARDSIM": PROGRAM})
    closing = done.stdout.splitlines()[-1] if done.stdout else ""
    count = re.match(r"([\d,]+) of", closing)
    assert done.returncode == 0 and count, done.stdout
    record_property("checks", int(count[1].replace(",", "")))
    record_property("told", f"{way}: {closing}")


@getattr(pytest.mark, "conformance-hci")
@pytest.mark.parametrize("way", SOME)
def test_board(way, record_property):
    judge(way, record_property)


def pytest_generate_tests(metafunc):
    # The names come from the program, which other stages need not have.
    if "product" in metafunc.fixturenames:
        products = []
        if "conformance-hci-all" in metafunc.config.option.markexpr:
            boards = subprocess.run([PROGRAM, "boards"], text=True, capture_output=True, check=True).stdout
            products = [f"{name}/hci" for name in re.findall(r"^([A-Z].*)  model .*", boards, re.M)]
        metafunc.parametrize("product", [*products, *MORE])


@getattr(pytest.mark, "conformance-hci-all")
def test_every_product(product, record_property):
    judge(product, record_property)
