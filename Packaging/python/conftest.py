"""The tests of the package use it from here, installed or not."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE / "src"
if str(SOURCES) not in sys.path:
    sys.path.insert(0, str(SOURCES))

try:
    from importlib.metadata import entry_points

    INSTALLED = any(point.value == "boardsim.pytest_plugin" for point in entry_points().select(
        group="pytest11"))
except Exception:  # An older Python: no `select`.
    INSTALLED = False

pytest_plugins = ["pytester"] + ([] if INSTALLED else ["boardsim.pytest_plugin"])
