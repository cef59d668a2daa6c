"""Programs with threads and processes of their own, as users write them: boardsim starts each in virtual time."""

import json
import os
import subprocess
import sys
import tempfile

from harness import HERE, PROGRAM, SCENARIOS, WARBLE, of_model

# When a run begins, by the clock of its program.
BEGAN = 1_767_225_600


def start(scenario, *words, model="MetaMotion S", options=(), **variables):
    """Runs a script of Python, with these options of `boardsim run`: the process, which has ended, and the report."""
    with tempfile.TemporaryDirectory(prefix="boardsim-clients-") as folder:
        file = os.path.join(folder, scenario)
        with open(file, "w", encoding="utf-8") as text:
            text.write(of_model(SCENARIOS / scenario, model))
        process = subprocess.run(
            [PROGRAM, "run", file, "--radio", "hci-unix", "--speed", "led", "--report", "json", "--out", f"{folder}/out",
             *options, "--", sys.executable, *words],
            env={**os.environ, "PYTHONPATH": str(WARBLE), **variables}, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        with open(f"{folder}/out/report.json", encoding="utf-8") as report:
            return process, json.load(report)


def session(scenario, script, *arguments, **more):
    """Runs a script of this folder that prints JSON: that, and the report."""
    process, report = start(scenario, str(HERE / script), *arguments, BEGAN=str(BEGAN), **more)
    assert process.stdout, f"the script failed, and the run ended with {process.returncode}: {process.stderr[-4000:]}"
    return json.loads(process.stdout), report
