"""Where the repository is, and the program that is tested."""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BOARDSIM", str(ROOT / "boardsim"))
