"""The npm package: web apps meet boards in Node, in jsdom and in Jest, as they do in Chromium."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import HERE, ROOT

sys.path.insert(0, str(ROOT / "Packaging"))
import npm

APP = ROOT / "docs/examples/web-bluetooth"


@pytest.fixture(scope="module")
def folder(module, tmp_path_factory):
    """The tests, with the package in `node_modules` as npm unpacks it."""
    folder = tmp_path_factory.mktemp("npm")
    shutil.copytree(HERE / "node", folder, dirs_exist_ok=True)
    for name in ("index.html", "app.js"):
        shutil.copyfile(APP / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}')
    package = npm.pack(pathlib.Path(module[2]), folder, "1.2.3", 0)
    npm.install(package, folder)
    package.unlink()
    return folder


def environment(**more):
    """Debian's packages are in a place that other builds of Node do not know."""
    return {**os.environ, "BOARDSIM_CALLS": str(ROOT / "Packaging/wasm/calls.json"), "NODE_PATH": "/usr/share/nodejs", **more}


def run(folder, *command, **more):
    done = subprocess.run(
        command, cwd=folder, env=environment(**more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    print(done.stdout)
    return done


@pytest.mark.parametrize("name", ["desk", "links", "outcomes", "streaming", "webapp", "example"])
def test_in_node(folder, name, record_property):
    if name == "webapp" and not pathlib.Path("/usr/share/nodejs/jsdom").exists():
        pytest.skip("wasm: jsdom cannot be had here; apt-get install node-jsdom")
    done = run(folder, "node", "--test", "--test-reporter=tap", f"{name}.test.mjs")
    assert done.returncode == 0
    passed = int(re.search(r"^# pass (\d+)", done.stdout, re.M)[1])
    assert passed > 0
    record_property("checks", passed)


def test_in_jest(folder):
    if not shutil.which("jest"):
        pytest.skip("wasm: Jest cannot be had here; apt-get install jest")
    (folder / "jest.config.json").write_text(
        json.dumps({"testMatch": ["**/jest/*.test.mjs"], "transform": {}, "watchman": False})
    )
    done = run(folder, "jest", "--ci", NODE_OPTIONS="--experimental-vm-modules --require ./debian.cjs")
    assert done.returncode == 0
    assert re.search(r"^Tests: +(\d+) passed, \1 total", done.stdout, re.M)


def test_the_types(folder):
    if not shutil.which("tsc"):
        pytest.skip("wasm: TypeScript cannot be had here; apt-get install node-typescript")
    options = ("--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext")
    assert run(folder, "tsc", *options, "types.mts").returncode == 0


def test_the_same_package_each_time(module, tmp_path):
    files = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        files.append(npm.pack(pathlib.Path(module[2]), tmp_path / name, "1.2.3", 1_700_000_000).read_bytes())
    assert files[0] == files[1]


def test_the_types_declare_what_the_classes_have():
    """Members of the desk and of Web Bluetooth, in both directions."""
    types = (ROOT / "Packaging/npm/index.d.ts").read_text()
    source = "\n".join(path.read_text() for path in sorted((ROOT / "Packaging/npm/source").glob("*.js")))
    declared = {}
    for name, body in re.findall(r"^export (?:class|interface) (\w+).*?\{\n(.*?)^\}", types, re.M | re.S):
        declared[name] = set(re.findall(r"^  (?:static |readonly )*(\w+)\??[(:]", body, re.M))
    defined = {}
    for name, base, body in re.findall(r"^export class (\w+)(?: extends (\w+))? \{\n(.*?)^\}", source, re.M | re.S):
        own = set(re.findall(r"^  (?:static |async |get |set )*(\w+)\(", body, re.M)) | set(
            re.findall(r"^  (\w+) =", body, re.M)
        )
        defined[name] = own | set(re.findall(r"^    this\.(\w+) =", body, re.M)) | ({"value"} if base == "Attribute" else set())
    for name in (
        "Bluetooth",
        "BluetoothDevice",
        "BluetoothRemoteGATTServer",
        "BluetoothRemoteGATTService",
        "BluetoothRemoteGATTCharacteristic",
        "BluetoothRemoteGATTDescriptor",
        "Desk",
    ):
        assert declared[name] - {"open"} <= defined[name], name
        ours = {
            "on",
            "constructor",
            "isAllowed",
            "isForgotten",
            "allow",
            "check",
            "isAllowedService",
            "report",
            "require",
            "operate",
            "route",
            "changed",
            "call",
            "end",
            "wait",
            "attach",
            "listen",
        }
        assert defined[name] - ours <= declared[name], name
