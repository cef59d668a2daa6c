"""Finds declarations and imports that nothing uses, in the compiler's index of the build of the tests.

A declaration counts as used if any file of the package refers to it, or to another one of the same name: to a protocol's
requirement, for its witness. Left out are public declarations, which are an interface, cases of enums, which may come from
raw values, and names with an underscore, which the tests of other SDKs call.
"""

import collections
import ctypes
import os
import pathlib
import re
import shutil

import pytest

from repository import ROOT

pytestmark = pytest.mark.docs

STORE = ROOT / ".build-tests/release/index/store"
# What a file does with a symbol and what a symbol is, as numbers of `indexstore.h`.
DEFINES, REFERS, IMPLICIT, OVERRIDES = 1 << 1, 1 << 2, 1 << 8, 1 << 11
LOCAL, RECORD = 1 << 7, 2
TYPES, MEMBERS = {5, 6, 7, 8, 11}, {12, 13, 16, 17, 18, 19, 20, 21, 22}
NO_ACCESSOR = {0, 1011}
NUMBERS = {"kind": ctypes.c_int, "subkind": ctypes.c_int, "properties": ctypes.c_uint64, "roles": ctypes.c_uint64}
CALLED_BY_NAME = re.compile(r"@main\b|@_cdecl\b|\bpublic\b|\boverride\b|func main\(")

Symbol = collections.namedtuple("Symbol", ["usr", "name", *NUMBERS])
Unit = collections.namedtuple("Unit", ["time", "module", "records"])


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return self.data[: self.length].decode()


EACH = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
EACH_NAME = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)


class Index:
    """What the compiler noted of each source file."""

    def __init__(self):
        toolchain = pathlib.Path(os.path.realpath(shutil.which("swift"))).parent.parent
        self.library = ctypes.CDLL(toolchain / "lib" / "libIndexStore.so")
        self.units = {}
        self.store = self.opened("store_create", os.fsencode(STORE))
        assert self.store, f"{STORE} is missing: run the stage `unit` before"
        self.call("store_units_apply_f", ctypes.c_bool, self.store, 0, None,
                  EACH_NAME(lambda _, name: self.read_unit(str(name)) or True))
        assert any(file.startswith("Tests/") for file in self.units), f"{STORE} has no tests: run the stage `unit` before"
        self.files = {
            file: [symbol for record in unit.records for symbol in self.read_record(record)] for file, unit in self.units.items()}
        referred = [symbol for found in self.files.values() for symbol in found if symbol.roles & REFERS]
        self.used, self.used_names = {symbol.usr for symbol in referred}, {symbol.name for symbol in referred}
        # The index has no reference to the type of an error in `throws(…)`.
        self.homes, self.types = {}, collections.defaultdict(set)
        for file, found in self.files.items():
            for symbol in found:
                if symbol.roles & DEFINES:
                    self.homes[symbol.usr] = self.units[file].module
                    if symbol.kind in TYPES and not symbol.subkind:
                        self.types[self.units[file].module].add(symbol.name)

    def call(self, name, result, *arguments):
        function = self.library["indexstore_" + name]
        function.restype = result
        return function(*arguments)

    def opened(self, name, *arguments):
        failure = ctypes.c_void_p()
        return ctypes.c_void_p(self.call(name, ctypes.c_void_p, *arguments, ctypes.byref(failure)))

    def read_unit(self, name):
        """Keeps what the compiler noted of a source file when it compiled it last."""
        unit = self.opened("unit_reader_create", self.store, name.encode())
        file = str(self.call("unit_reader_get_main_file", Text, unit))
        place = file.removeprefix(f"{ROOT}/")
        if place.startswith(("Sources/", "Tests/")) and place.endswith(".swift") and (ROOT / place).exists():
            time = ctypes.c_int64(), ctypes.c_int64()
            self.call("unit_reader_get_modification_time", None, unit, *map(ctypes.byref, time))
            records = []

            def add(_, dependency):
                dependency = ctypes.c_void_p(dependency)
                if self.call("unit_dependency_get_kind", ctypes.c_int, dependency) == RECORD:
                    if str(self.call("unit_dependency_get_filepath", Text, dependency)) == file:
                        records.append(str(self.call("unit_dependency_get_name", Text, dependency)))
                return True

            self.call("unit_reader_dependencies_apply_f", ctypes.c_bool, unit, None, EACH(add))
            module = str(self.call("unit_reader_get_module_name", Text, unit))
            new = Unit([each.value for each in time], module, records)
            self.units[place] = max(self.units.get(place, new), new)
        self.call("unit_reader_dispose", None, unit)

    def read_record(self, name):
        """The symbols that a file defines or refers to."""
        found = []

        def add(_, symbol):
            symbol = ctypes.c_void_p(symbol)
            names = (str(self.call("symbol_get_" + what, Text, symbol)) for what in ("usr", "name"))
            numbers = (self.call("symbol_get_" + what, kind, symbol) for what, kind in NUMBERS.items())
            found.append(Symbol(*names, *numbers))
            return True

        reader = self.opened("record_reader_create", self.store, name.encode())
        self.call("record_reader_symbols_apply_f", ctypes.c_bool, reader, False, None, EACH(add))
        self.call("record_reader_dispose", None, reader)
        return found

    def modules(self, usr):
        """The module that defines a symbol; the names in a mangled one, for what the compiler makes: `s:4Wire10ShortBytesV`."""
        if usr in self.homes:
            return {self.homes[usr]}
        return {found[2][: int(found[1])] for found in re.finditer(r"(\d+)(?=([A-Za-z_]\w*))", usr)}


def line_of(symbol, lines):
    """The line of a declaration; None if there is none, or if it is called from outside."""
    name = re.escape(symbol.name.split("(")[0])
    words = "func|var|let|struct|class|enum|protocol|actor|typealias"
    declares = re.compile(r"\binit[(<?]" if name == "init" else rf"\b(?:{words})\s+`?{name}(?!\w)|, {name}\b")
    for number, line in enumerate(lines, 1):
        if declares.search(line.split("//")[0]):
            return None if CALLED_BY_NAME.search("\n".join(lines[max(0, number - 2):number])) else number
    return None


def test_nothing_is_unused():
    index = Index()
    own = {path.name for path in (ROOT / "Sources").glob("*/*") if any(path.glob("**/*.swift"))}

    breaches = []
    for file, found in sorted(index.files.items()):
        if not file.startswith("Sources/"):
            continue
        text = (ROOT / file).read_text()
        lines = text.splitlines()
        for symbol in found:
            if not symbol.roles & DEFINES or symbol.roles & (IMPLICIT | OVERRIDES) or symbol.properties & LOCAL:
                continue
            if symbol.kind not in TYPES | MEMBERS or symbol.subkind not in NO_ACCESSOR or symbol.name.startswith("_"):
                continue
            if symbol.usr not in index.used and symbol.name not in index.used_names:
                line = line_of(symbol, lines)
                if line:
                    breaches.append(f"{file}:{line}: nothing uses `{symbol.name}`; delete it")
        words = set(re.findall(r"\w+", re.sub(r"//.*|^import .*", "", text, flags=re.MULTILINE)))
        seen = {module for symbol in found for module in index.modules(symbol.usr)}
        for number, line in enumerate(lines, 1):
            module = line.removeprefix("import ")
            # Nor has it one to the raw value of an enum that gets it from the compiler.
            if module in own - seen and module != line and not index.types[module] & words and "rawValue" not in words:
                breaches.append(f"{file}:{number}: nothing of {module} is used; remove the import")
    assert not breaches, "\n".join(breaches)
