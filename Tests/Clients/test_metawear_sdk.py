"""The official `metawear` SDK for Python as a black box, over our warble and Bumble."""

import statistics

import pytest

import truth
from harness import measured
from led import session

CUBE = "E1:00:00:00:00:01"
SCRIPT = "sdk_session.py"
BOARDS = {
    "MetaMotion R": "E3:00:00:00:00:01",
    "MetaMotion RL": "E3:00:00:00:00:02",
    "MetaMotion S": "E3:00:00:00:00:03",
}
OLDER = {
    "MetaWear R": "E4:00:00:00:00:01",
    "MetaWear RG": "E4:00:00:00:00:02",
    "MetaWear RPro": "E4:00:00:00:00:03",
    "MetaWear C": "E4:00:00:00:00:04",
    "MetaWear CPro": "E4:00:00:00:00:05",
    "MetaDetector": "E4:00:00:00:00:06",
    "MetaEnvironment": "E4:00:00:00:00:07",
    "MetaTracker": "E4:00:00:00:00:08",
    "MetaMotion C": "E4:00:00:00:00:09",
}


def test_scan():
    found, _ = session("models.yaml", SCRIPT, "scan")
    assert sorted(found) == sorted(BOARDS.values())
    for name, rssi, data in found.values():
        assert name == "MetaWear" and -80 < rssi < -30 and data in (None, [])
    measured(f"{len(found)} boards")


def test_initialise_older_boards():
    found, _ = session("older-models.yaml", SCRIPT, "initialise", *OLDER.values())
    names = {model: found[address]["name"] for model, address in OLDER.items()}
    assert names == {model: model for model in OLDER}, found
    measured(", ".join(names.values()))


def test_surroundings():
    boards = (OLDER[model] for model in ("MetaWear RPro", "MetaEnvironment", "MetaDetector"))
    found, _ = session("older-models.yaml", SCRIPT, "surroundings", *boards)
    assert all(abs(each - 99_000) < 0.01 for each in found["pressure"] + found["one pressure"])
    # The standard atmosphere's height of that pressure.
    assert all(abs(each - 195.6) < 0.5 for each in found["altitude"]), found["altitude"]
    assert all(each == 500_000 for each in found["light"]), found["light"]
    # The die, the board's thermistor, one that nobody wired, the barometer that has run.
    temperatures = [found[f"temperature {channel}"] for channel in range(4)]
    assert temperatures == [[21.5], [21.5], [-40.0], [21.5]]
    assert found["bus"] == [[0x15, 0x80]]
    assert abs(found["humidity"][0] - 60) < 0.001
    colour = found["colour"][0]
    # The counts go back to the light by the vendor's formula (ams design note DN40).
    weighted = 0.136 * colour["red"] + colour["green"] - 0.444 * colour["blue"]
    assert abs(weighted * 310 / 2.4 - 500) < 130, colour
    # One pulse of 25 mA: 520 counts at 100 mm are of eight of 100 mA.
    assert found["proximity"] == [16]
    measured(", ".join(f"{name} {each[0]}" for name, each in found.items()))


def test_initialise():
    found, _ = session("models.yaml", SCRIPT, "initialise", *BOARDS.values())
    for model, address in BOARDS.items():
        # The SDK's own names of the models, by model number and modules.
        assert found[address]["name"] == model, found[address]
        assert found[address]["manufacturer"] == "MbientLab Inc"
    measured(", ".join(f"{each['name']} {each['firmware']}" for each in found.values()))


@pytest.mark.parametrize("model", BOARDS)
def test_stream(model):
    found, _ = session("turning.yaml", SCRIPT, "stream", CUBE, model=model)
    for name, what, limit in (
            ("acceleration", truth.acceleration, 1.5 / 4096), ("rotation", truth.rotation, 0.2)):
        samples = [(k * 0.01, value) for k, value in enumerate(found[name])]
        _, error = truth.fit(samples, what)
        assert error < limit, f"{name} is {error} off"
        measured(f"{name}: {len(samples)} samples, largest error {error:.5f}")


@pytest.mark.parametrize("model", BOARDS)
def test_log_with_a_lost_link(model):
    found, _ = session("bad-radio.yaml", SCRIPT, "log", CUBE, model=model)
    assert found["unknown"] == []
    assert found["losses"], "no link was lost during the download: the test shows nothing"
    assert any(0 < loss["acceleration"] for loss in found["losses"])
    for name, what, limit in (
            ("acceleration", truth.acceleration, 1.5 / 4096), ("rotation", truth.rotation, 0.2)):
        taken = found["samples"][name]
        assert 1980 < len(taken) <= 2000, f"{len(taken)} samples of 20 s at 100 Hz"
        cuts = [loss[name] for loss in found["losses"]]
        missing = truth.check_log(taken, cuts, 100, what, limit)
        times = [time for time, _ in taken]
        gaps = [later - sooner for sooner, later in zip(times, times[1:], strict=False)]
        assert abs(statistics.mean(gaps) - 10) < 0.1, f"{statistics.mean(gaps)} ms"
        # The log counts 1.46 ms. A cut may have taken a sample.
        for place, gap in enumerate(gaps, 1):
            assert 8 <= gap <= (22 if place in cuts else 12), f"{gap} ms before sample {place}"
        measured(f"{name}: {len(taken)} samples over {len(cuts) + 1} links, {missing} entries missing")


def test_firmware_update():
    """The SDK's own update, with the vendor's site replaced by a catalogue of one firmware."""
    found, report = session("guide.yaml", "sdk_update.py", CUBE, "1.7.9")
    assert (found["before"], found["after"]) == ("1.7.2", "1.7.9")
    assert found["progress"][-1] == 100 and found["progress"] == sorted(found["progress"])
    assert report["boards"][0]["firmware"] == "1.7.9"
    measured(f"{found['before']} became {found['after']}")
