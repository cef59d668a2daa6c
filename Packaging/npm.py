"""The npm package: `boardsim-VERSION.tgz` of Packaging/npm and a module for WebAssembly, as `npm pack` makes it.

Nothing in it depends on when or where it was made.
"""

import gzip
import io
import json
import pathlib
import shutil
import subprocess
import tarfile

SOURCE = pathlib.Path(__file__).resolve().parent / "npm"
# What somebody's first test does with it.
EXAMPLE = """
import { Desk } from "boardsim";
const desk = await Desk.open({ boards: [{ model: "MetaMotion S" }] });
const device = await desk.bluetooth.requestDevice({ acceptAllDevices: true, optionalServices: ["battery_service"] });
const service = await (await device.gatt.connect()).getPrimaryService("battery_service");
const level = await (await service.getCharacteristic("battery_level")).readValue();
console.log(level.getUint8(0));
"""
# What every package has, besides what `files` of package.json names.
ALWAYS = ("package.json", "README.md")


def can_be_made():
    """Whether this machine has what the module is compiled with."""
    return bool(shutil.which("wasm-opt") and shutil.which("node")) and pathlib.Path("/usr/lib/wasm32-wasi/libc.a").exists()


def contents(module, version):
    """The files by their names in the package."""
    description = json.loads((SOURCE / "package.json").read_text())
    description["version"] = version
    found = {}
    for name in sorted([*ALWAYS, *description["files"]]):
        path = SOURCE / name
        paths = sorted(path.rglob("*")) if path.is_dir() else [path]
        found |= {str(each.relative_to(SOURCE)): each for each in paths}
    data = {name: module.read_bytes() if name == "boardsim.wasm" else path.read_bytes() for name, path in found.items()}
    data["package.json"] = (json.dumps(description, indent=2) + "\n").encode()
    return data


def pack(module, out, version, epoch):
    """Writes the package into the folder `out`; returns its path."""
    package = out / f"boardsim-{version}.tgz"
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in contents(module, version).items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mtime, entry.mode = len(data), epoch, 0o644
            archive.addfile(entry, io.BytesIO(data))
    package.write_bytes(gzip.compress(buffer.getvalue(), 9, mtime=0))
    return package


def install(package, folder):
    """Unpacks it into `node_modules` of a folder, as npm does; returns its place."""
    place = folder / "node_modules" / "boardsim"
    with tarfile.open(package) as archive:
        for entry in archive:
            target = place / pathlib.PurePosixPath(entry.name).relative_to("package")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.extractfile(entry).read())
    return place


def check(package, folder):
    """Installs it in a folder and runs an example; raises if that fails."""
    place = install(package, folder)
    description = json.loads((place / "package.json").read_text())
    for name in [*ALWAYS, *description["files"]]:
        if not (place / name).exists():
            raise SystemExit(f"boardsim package: {package.name} has no {name}")
    done = subprocess.run(["node", "--input-type=module", "-e", EXAMPLE], cwd=folder, stdout=subprocess.PIPE, text=True)
    if done.returncode or done.stdout != "100\n":
        raise SystemExit(f"boardsim package: the example does not run with {package.name}")
