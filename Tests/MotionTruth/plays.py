"""A scenario for each recording: a board that plays it, as it was recorded or as somebody else makes it."""

import csv
import json
import subprocess

import numpy as np
import yaml

# What is left out at both ends, in seconds, where a recording fades in and out.
EDGE = 1.0


def swing(recording, by):
    """The swing that is most like an exercise: its pose, axis, size and period, from the recording."""
    up = recording.acceleration.mean(0) / np.linalg.norm(recording.acceleration.mean(0))
    rate = recording.rotation - recording.rotation.mean(0)
    axis = int(np.argmax(rate.var(0)))
    power = np.abs(np.fft.rfft(rate[:, axis] * np.hanning(len(rate)), 8 * len(rate))) ** 2
    frequency = np.fft.rfftfreq(8 * len(rate), 1 / recording.rate)
    frequency = frequency[np.argmax(np.where(frequency > 0.15, power, 0))]
    size = min(rate[:, axis].std() * 2**0.5 / (2 * np.pi * frequency), 170)
    return {
        "pose": {"pitch": f"{-np.degrees(np.arcsin(np.clip(up[0], -1, 1))):.2f} deg",
                 "roll": f"{np.degrees(np.arctan2(up[1], up[2])):.2f} deg"},
        "motion": [{"swing": {"by": f"{size:.1f} deg", "period": f"{1000 / frequency:.0f} ms", "about": "xyz"[axis], "arm": "0.3 m",
                              "for": f"{len(rate) / recording.rate + 10:.0f} s"}, "by": by}]}


def keep_still(recording, by):
    """A rest in the pose of a recording."""
    like = swing(recording, by)
    return {**like, "motion": [{"pause": f"{len(recording.rotation) / recording.rate + 10:.0f} s", "by": by}]}


def play(program, recording, board, folder):
    """What an ideal board that does this measures, at the recording's rate: g and deg/s, a row a sample."""
    # A stream begins after two seconds, and must end before a faster person does.
    seconds = len(recording.acceleration) / recording.rate / 1.07 - 3
    rate = f"{recording.rate:g} Hz"
    scenario = {
        "version": 1, "name": f"{recording.kind} {recording.subject}",
        "boards": [{"name": "board", "model": "MetaMotion R", "sensors": "ideal", **board}],
        "clients": [{"name": "phone", "steps": [
            "connect", "initialise",
            {"configure": {"accelerometer": {"rate": rate, "range": "8 g"}, "gyroscope": {"rate": rate, "range": "1000 deg/s"}}},
            {"stream": {"signals": ["acceleration", "rotation"], "for": f"{seconds:.0f} s"}}]}]}
    file = folder / "scenario.yaml"
    file.write_text(yaml.safe_dump(scenario, sort_keys=False), encoding="utf-8")
    run = subprocess.run(
        [program, "run", file, "--out", folder / "out", "--report", "json"], capture_output=True, text=True,
        stdin=subprocess.DEVNULL, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return samples(folder / "out", recording.rate)


def as_file(recording, folder):
    """The recording in a file that scenarios read."""
    path = folder / "recording.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["time (s)", *(f"acc {axis} (g)" for axis in "xyz"), *(f"gyro {axis} (deg/s)" for axis in "xyz")])
        for number, row in enumerate(recording.samples):
            lines.writerow([f"{number / recording.rate:.4f}", *(f"{value:.6f}" for value in row)])
    return path


def samples(folder, rate):
    """The two streams of a run at the times of both, without their ends."""
    series = json.loads((folder / "report.json").read_text(encoding="utf-8"))["clients"][0]["series"]
    both = []
    for signal in ("acceleration", "rotation"):
        name = next(each["file"] for each in series if each["signal"] == signal)
        with (folder / name).open(encoding="utf-8", newline="") as lines:
            # Milliseconds, and three axes.
            both.append(np.array([[row[0], *row[-3:]] for row in list(csv.reader(lines))[1:]], float))
    # The gyroscope needs longer to start.
    start, step = max(each[0, 0] for each in both), 1000 / rate
    common = [each[round((start - each[0, 0]) / step):, 1:] for each in both]
    edge, end = round(EDGE * rate), min(map(len, common)) - round(EDGE * rate)
    return np.hstack([each[edge:end] for each in common])
