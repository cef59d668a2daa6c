"""The module, its native twin, and what runs them."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).parent
BOARDSIM = pathlib.Path(os.environ.get("BOARDSIM", ROOT / ".build-tests/release/boardsim"))
BUILD = BOARDSIM.parent
# Kept between runs: only what has changed is compiled again.
OUT = ROOT / ".build/wasm"
CORE = [
    "Simulation",
    "Wire",
    "JSON",
    "MetaWearTables",
    "Motion",
    "Bluetooth",
    "Peripheral",
    "Pairing",
    "VirtualRadio",
    "Central",
    "Device",
    "MetaWearBoard",
    "TrikiCap",
]
# Files of other targets that the module compiles as its own, as `build.sh` does.
SHARED = ["Sources/Scenarios/Declaration/Suggestion.swift"]


@pytest.fixture(scope="session")
def twin():
    """The native twin."""
    plan = (BUILD.parent / "release.yaml").read_text()
    package = re.search(r'"-package-name","([^"]+)"', plan)[1]
    objects = [path for name in CORE for path in sorted(BUILD.glob(f"{name}.build/*.o"))]
    sources = [path for path in sorted((ROOT / "Packaging/wasm").glob("*.swift")) if path.name != "Interface.swift"]
    OUT.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [
            "swiftc",
            "-O",
            "-wmo",
            "-parse-as-library",
            "-swift-version",
            "6",
            "-package-name",
            package,
            "-I",
            BUILD / "Modules",
            "-o",
            OUT / "twin",
            *sources,
            *(ROOT / name for name in SHARED),
            *(HERE / name for name in ("Board.swift", "Exchange.swift", "Twin.swift")),
            *objects,
            "-lm",
        ],
        check=True,
    )
    return [OUT / "twin"]


@pytest.fixture(scope="session")
def module():
    """The module in Node."""
    if missing := [name for name in ("node", "wasm-opt") if not shutil.which(name)]:
        pytest.skip(f"wasm: {' and '.join(missing)} cannot be had here")
    done = subprocess.run(
        [
            ROOT / "Packaging/wasm/build.sh",
            OUT / "board.wasm",
            *(HERE / name for name in ("Board.swift", "Exchange.swift", "Exports.swift")),
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode == 3:
        pytest.skip(f"wasm: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    return ["node", HERE / "twin.mjs", OUT / "board.wasm"]
