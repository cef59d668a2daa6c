"""`boardsim.html`: one file with the module for WebAssembly, the npm package's source and the page in Packaging/page."""

import base64
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE / "page"
SOURCE = HERE / "npm" / "source"
# Each after those that it imports.
MODULES = ("errors", "events", "uuid", "engine", "gatt", "device", "bluetooth", "desk")
LARGEST = 3_000_000


def bundle():
    """The package's modules as one script: no two of them give different things one name at their outside."""
    parts = []
    for name in MODULES:
        text = re.sub(r"^import .*?;\n", "", (SOURCE / f"{name}.js").read_text(), flags=re.M)
        text = re.sub(r"^export ", "", text, flags=re.M)
        parts.append(
            f"const {{ {', '.join(exported(name))} }} = (() => {{\n{text}\nreturn {{ {', '.join(exported(name))} }};\n}})();\n"
        )
    return "".join(parts)


def exported(name):
    return re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", (SOURCE / f"{name}.js").read_text(), re.M)


def make(module, out):
    """Writes `boardsim.html` into the folder `out`; returns its path."""
    data = base64.b64encode(module.read_bytes()).decode()
    script = f'const MODULE = "{data}";\n{bundle()}{(PAGE / "page.js").read_text()}'
    text = (PAGE / "page.html").read_text()
    text = text.replace("/* style */\n", (PAGE / "page.css").read_text()).replace("/* script */\n", script)
    place = out / "boardsim.html"
    place.write_text(text)
    if place.stat().st_size > LARGEST:
        raise SystemExit(f"boardsim package: {place.name} is larger than {LARGEST / 1e6:.0f} MB")
    return place
