"""Every public symbol has a doc comment and stands in docs/public-api.txt, by the compiler's symbol graphs.

They come from the build of the tests: `swift package dump-symbol-graph` would rebuild all modules. A member that fulfils a
protocol's requirement has the requirement's words. Enumeration cases with a name that says it all, operators and what the compiler
makes itself are left out.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess

import pytest

from repository import ROOT

pytestmark = pytest.mark.docs

LIBRARIES = ["gio-unix-2.0", "libcrypto", "yaml-0.1", "libsoup-3.0"]
SILENT_KINDS = {"swift.enum.case", "swift.func.op"}


def printed(*command):
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True).stdout.strip()


def extract(modules, folder):
    """Writes the symbol graph of each module; the messages by module, empty if it could be read."""
    flags = [
        *printed("pkg-config", "--cflags-only-I", *LIBRARIES).split(),
        *(f"-fmodule-map-file={path}" for pattern in ("C*/module.modulemap", "C*/include/module.modulemap")
          for path in sorted(ROOT.glob(f"Sources/*/{pattern}")))]
    options = [word for flag in flags for word in ("-Xcc", flag)]
    names = [path.name for path in sorted(ROOT.glob("Sources/*/*/")) if (modules / f"{path.name}.swiftmodule").exists()]

    def extract(name):
        done = subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", name, "-I", modules, *options, "-target",
             f"{os.uname().machine}-unknown-linux-gnu", "-minimum-access-level", "public", "-skip-synthesized-members",
             "-output-dir", folder], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return f"status {done.returncode}: {done.stdout}" if done.returncode else ""

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names, pool.map(extract, names)))


def undocumented(graph):
    """The symbols without a doc comment: `file:line: name`."""
    fulfils = {
        edge["source"] for edge in graph["relationships"]
        if edge["kind"] in ("requirementOf", "defaultImplementationOf", "overrides") or "sourceOrigin" in edge}
    for symbol in graph["symbols"]:
        if symbol["kind"]["identifier"] in SILENT_KINDS or "location" not in symbol:
            continue
        if "docComment" not in symbol and symbol["identifier"]["precise"] not in fulfils:
            place = symbol["location"]["uri"].split("/Sources/")[-1]
            line = symbol["location"]["position"]["line"] + 1
            yield f"Sources/{place}:{line}: {'.'.join(symbol['pathComponents'])}"


def spelled(graph):
    """A line for each symbol: its module, what it belongs to, and its declaration."""
    module = graph["module"]["name"]
    for symbol in graph["symbols"]:
        words = "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))
        *owners, _ = symbol["pathComponents"]
        yield f"{'.'.join([module, *owners])}: {' '.join(words.split())}"


def libraries():
    """The modules that the products hold."""
    package = json.loads(printed("swift", "package", "dump-package"))
    return {name for product in package["products"] if "library" in product["type"] for name in product["targets"]}


@pytest.fixture(scope="module")
def symbols(tmp_path_factory):
    """What the compiler says of each module, and the graphs that it made."""
    folder = tmp_path_factory.mktemp("symbols")
    found = extract(ROOT / ".build-tests/release/Modules", folder)
    return found, [json.loads(path.read_text()) for path in sorted(folder.glob("*.symbols.json"))]


def test_every_public_symbol_has_a_doc_comment(check, symbols):
    found, graphs = symbols
    for name, message in found.items():
        check(f"the symbols of {name}", not message, message)
    missing = sorted({line for graph in graphs for line in undocumented(graph)})
    check("doc comments", graphs and not missing, "\n".join(missing))


def test_the_list_of_public_names_is_up_to_date(symbols):
    """A change of what users can name is seen in the difference of docs/public-api.txt; UPDATE=1 writes it."""
    public = libraries()
    names = sorted({line for graph in symbols[1] if graph["module"]["name"] in public for line in spelled(graph)})
    place = ROOT / "docs/public-api.txt"
    if os.environ.get("UPDATE"):
        place.write_text("\n".join(names) + "\n")
    written = set(place.read_text().splitlines())
    gone, new = sorted(written - set(names)), sorted(set(names) - written)
    assert not gone and not new, "\n".join([*(f"- {line}" for line in gone), *(f"+ {line}" for line in new), "UPDATE=1 ./boardsim test docs"])
