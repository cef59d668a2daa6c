"""Makes two wheels, two .debs, a tar.gz, the pages, the npm package and the page with a board of boardsim in `dist/`:
`./boardsim package [wheel] [deb] [tar] [site] [npm] [html]`.

All have one layout, `bin/`, `lib/boardsim/`, `share/boardsim/`. Swift's runtime is linked into the program. The C
libraries are Debian's own for the .deb; the wheel and the tar.gz bring them as shared ones, which the program finds by
its RUNPATH, so that a user can replace them. Nothing in a package depends on when or where it was made: times are those
of the commit (SOURCE_DATE_EPOCH), and the programs are built in a folder that has the same path everywhere.

The pages are inside: in the wheel and the tar.gz, `boardsim` is the program that has them; Debian has them as a package of
their own, boardsim-pages, because they need libsoup.

`--programs DIR` packs programs that were built before, `--out DIR` names another folder than `dist/`, `--clean` forgets
what an earlier call has compiled.
"""

import argparse
import base64
import csv
import gzip
import hashlib
import io
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

import buildplace
import docsite
import npm
import page
from buildplace import SCRATCH, SOURCE

ROOT = pathlib.Path(__file__).resolve().parents[1]
HERE = ROOT / "Packaging"
# What every system with the wheel's glibc has.
OF_GLIBC = re.compile(r"^(ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv)\.so\.\d+$")
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
ABOUT = "MetaWear sensor boards in software"
# What agents read: MCPPages.swift has the same.
PAGES = ("docs/guides", "docs/protocol", "docs/rules.md", "docs/scenario-reference.md", "docs/report-format.md", "docs/glossary.md")
SCRIPTS = pathlib.Path("/usr/share/javascript")
# What pages use of others, by its folder there: Site.swift has the same.
LIBRARIES = {
    "three": ["three/build/three.module.js"],
    "dygraphs": ["dygraphs/dygraph.min.js", "dygraphs/dygraph.min.css"],
}
# What Debian 12 and 13 have under different names.
NOT_IN_BOTH = {"libzip.so.4"}
# A library that slips in, such as ICU, is larger than what is left (docs/decisions/0026).
LIMITS = {"wheel": 24_000_000, "deb": 9_000_000}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def version():
    text = (ROOT / "Sources/Programs/CommandLineProgram/Program.swift").read_text()
    return re.search(r'static let version = "([^"]+)"', text)[1]


def epoch():
    return int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct"))


# The compiler orders a few instructions by addresses of its own: without randomisation it is the same each time.
COMPILER = ["setarch", "-R"]
NO_PATHS = ["-file-prefix-map", f"{SOURCE}=.", "-file-compilation-dir", "."]


def build_foundation(folder, source=SOURCE):
    """Foundation without ICU, as far as the programs use it; the modules and objects."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for module in ("Foundation", "FoundationNetworking"):
        objects.append(folder / f"{module}.o")
        command = [*COMPILER, "swiftc", "-swift-version", "6", "-O", "-wmo", "-parse-as-library", "-static-stdlib",
                   "-warnings-as-errors", "-enable-upcoming-feature", "InternalImportsByDefault", *NO_PATHS,
                   "-module-name", module, "-I", folder, "-emit-module", "-emit-module-path", folder / f"{module}.swiftmodule",
                   "-c", f"Packaging/foundation/{module}.swift", "-o", objects[-1]]
        subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr, cwd=source)
    return objects


def build(products):
    """Programs with Swift's runtime linked in; paths of this machine do not get into them."""
    folder = SCRATCH / "foundation"
    objects = build_foundation(folder)
    for product in products:
        command = [*COMPILER, "swift", "build", "--package-path", SOURCE, "--scratch-path", SCRATCH, "-c", "release",
                   "--product", product, "--static-swift-stdlib", "--disable-local-rpath",
                   "-Xlinker", "--no-export-dynamic", "-Xlinker", "--build-id=none",
                   "-Xcc", f"-ffile-prefix-map={SOURCE}=."]
        for word in [*NO_PATHS, "-I", folder, "-DPACKAGED_FOUNDATION"]:
            command += ["-Xswiftc", word]
        for word in objects:
            command += ["-Xlinker", word]
        subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr)
    return SCRATCH / "release"


def stripped(program, place):
    place.parent.mkdir(parents=True, exist_ok=True)
    # Swift's hashes of its modules are of no use at run time, and differ from build to build.
    run("strip", "-R", ".swift_modhash", "-o", place, program)
    place.chmod(0o755)


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755 if os.access(source, os.X_OK) else 0o644)


def write(text, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    target.chmod(0o644)


def tracked(folder):
    """Files of the repository below a folder."""
    return [name for name in run("git", "-C", ROOT, "ls-files", "--", folder).splitlines() if (ROOT / name).is_file()]


def fill_share(share, program):
    """Cases, scenarios and the examples of sweeps; pages for `boardsim mcp`; the manual page and completions, as the program writes
    them."""
    for folder in ("Scenarios", "Conformance", "docs/examples/sweep", "docs/examples/slurm", *PAGES):
        for name in tracked(folder):
            if not name.startswith("Conformance/mutants/"):
                copy(ROOT / name, share / "boardsim" / name)
    manual = share / "man" / "man1" / "boardsim.1.gz"
    manual.parent.mkdir(parents=True)
    manual.write_bytes(gzip.compress(run(program, "manual").encode(), 9, mtime=0))
    manual.chmod(0o644)
    for shell, name in (("bash", "bash-completion/completions/boardsim"), ("zsh", "zsh/site-functions/_boardsim"),
                        ("fish", "fish/vendor_completions.d/boardsim.fish")):
        write(run(program, "completion", "--shell", shell), share / name)


def fill_pages(share):
    """What browsers load."""
    for name in tracked("Sources/Pages/Web"):
        copy(ROOT / name, share / "boardsim" / "pages" / pathlib.Path(name).relative_to("Sources/Pages/Web"))


def scripts():
    """The files of others that pages load, with their folders among the pages."""
    return [(folder, SCRIPTS / name) for folder, names in LIBRARIES.items() for name in names]


def bring_scripts(share):
    """The libraries that draw boards and plots, where the system does not have them."""
    for folder, path in scripts():
        if not path.is_file():
            raise SystemExit(f"boardsim package: {path} is missing; install the Debian package libjs-{folder}")
        copy(path, share / "boardsim" / "pages" / folder / path.name)


def needed(program):
    """The shared libraries that a program loads, but for those of glibc, by their names there."""
    found = {}
    for line in run("ldd", program).splitlines():
        match = re.match(r"\s*(\S+) => (\S+)", line)
        if match and match[2] == "not":
            raise SystemExit(f"boardsim package: {program.name} needs {match[1]}, which is not installed")
        if match and not OF_GLIBC.match(match[1]):
            found[match[1]] = pathlib.Path(match[2]).resolve()
    return found


def bundle(program, folder, only=None):
    """Puts the libraries of a program into a folder, all or those that are named, and lets it find them there."""
    folder.mkdir(parents=True)
    libraries = {name: path for name, path in needed(program).items() if only is None or name in only}
    for name, path in sorted(libraries.items()):
        run("strip", "--strip-unneeded", "-o", folder / name, path)
        (folder / name).chmod(0o644)
        run("patchelf", "--set-rpath", "$ORIGIN", folder / name)
    run("patchelf", "--set-rpath", "$ORIGIN/../" + os.path.relpath(folder, program.parent.parent), program)
    return libraries


def owner(library):
    """The Debian package of a library; files of /lib may be known by that name or by /usr/lib."""
    for path in (library, pathlib.Path("/" + str(library).removeprefix("/usr/"))):
        found = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    raise SystemExit(f"boardsim package: no package has {library}, so its licence is not known")


def preloaded(folder):
    """The library that programs preload whose time a run leads, in C: it loads nothing but glibc."""
    place = folder / "libboardsim-led.so"
    clang = toolchain() / "bin" / "clang"
    compiler = {"CC": str(clang)} if clang.is_file() else {}
    run(ROOT / "Sources" / "Preload" / "build.sh", place, f"-ffile-prefix-map={ROOT}=.", env={**os.environ, **compiler})
    run("strip", "--strip-unneeded", place)
    place.chmod(0o644)


def licences(libraries, folder, with_scripts=True):
    """What the owners of the bundled libraries, and of Swift's runtime, want to be passed on."""
    others = [path for path in libraries.values() if not path.is_relative_to(toolchain())]
    for package in sorted({owner(path) for path in [*others, *([path for _, path in scripts()] if with_scripts else [])]}):
        copy(pathlib.Path("/usr/share/doc") / package / "copyright", folder / f"{package}.txt")
    copy(swift_licence(), folder / "swift.txt")


def toolchain():
    """The folder of the compiler, whose runtime a program that was not linked statically loads."""
    return pathlib.Path(shutil.which("swift")).resolve().parents[1]


def swift_licence():
    for folder in [toolchain(), *toolchain().parents]:
        for name in ("usr/share/swift/LICENSE.txt", "share/swift/LICENSE.txt", "share/doc/swiftlang/copyright"):
            if (folder / name).is_file():
                return folder / name
    raise SystemExit("boardsim package: the licence of Swift's runtime was not found beside the compiler")


def glibc_of(files):
    """The oldest glibc with all the symbols that these files use."""
    newest = (2, 17)
    for file in files:
        for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", run("objdump", "-T", file)):
            newest = max(newest, (int(major), int(minor)))
    return newest


def files_below(folder):
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: str(path.relative_to(folder)))


def make_wheel(programs, out, work):
    program = programs / "boardsim-pages"
    stage = work / "wheel"
    name = f"boardsim-{version()}"
    data = stage / f"{name}.data"
    binary = data / "scripts" / "boardsim"
    stripped(program, binary)
    fill_share(data / "data" / "share", program)
    fill_pages(data / "data" / "share")
    bring_scripts(data / "data" / "share")
    libraries = bundle(binary, data / "data" / "lib" / "boardsim")
    preloaded(data / "data" / "lib" / "boardsim")
    # In an environment, scripts and data have one parent.
    run("patchelf", "--set-rpath", "$ORIGIN/../lib/boardsim", binary)
    sources = HERE / "python" / "src" / "boardsim"
    for path in files_below(sources):
        if path.suffix != ".pyc":
            copy(path, stage / "boardsim" / path.relative_to(sources))
    info = stage / f"{name}.dist-info"
    licences(libraries, info / "licenses")
    glibc = glibc_of([binary, *files_below(data / "data" / "lib")])
    tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}"
    write(f"Wheel-Version: 1.0\nGenerator: boardsim\nRoot-Is-Purelib: false\nTag: {tag}\n", info / "WHEEL")
    text = (HERE / "python" / "README.md").read_text()
    fields = ["Metadata-Version: 2.4", "Name: boardsim", f"Version: {version()}", f"Summary: {ABOUT}",
              "Requires-Python: >=3.9", "Provides-Extra: pytest", 'Requires-Dist: pytest>=7; extra == "pytest"',
              "Provides-Extra: browser",
              *(f'Requires-Dist: {each}; extra == "browser"' for each in ("pytest>=7", "selenium>=4.26", "websocket-client>=1.8")),
              "Provides-Extra: virtual",
              'Requires-Dist: time-machine>=3; python_version >= "3.10" and extra == "virtual"',
              "Classifier: Framework :: Pytest", "Classifier: Operating System :: POSIX :: Linux",
              "Classifier: Typing :: Typed"]
    fields += [f"License-File: {path.name}" for path in files_below(info / "licenses")]
    write("\n".join([*fields, "Description-Content-Type: text/markdown", "", text]), info / "METADATA")
    write("[pytest11]\nboardsim = boardsim.pytest_plugin\n", info / "entry_points.txt")
    wheel = out / f"{name}-{tag}.whl"
    pack_wheel(stage, info / "RECORD", wheel)
    return [wheel, make_warble(out, work)]


def make_warble(out, work):
    """The wheel of the stand-in for `mbientlab.warble`: Python only."""
    source = HERE / "warble"
    text = (source / "pyproject.toml").read_text()

    def field(name):
        return re.search(rf'^{name} = "(.*)"$', text, re.M)[1]

    name = f"boardsim_warble-{field('version')}"
    stage = work / "warble"
    for path in tracked("Packaging/warble/mbientlab"):
        copy(ROOT / path, stage / pathlib.Path(path).relative_to("Packaging/warble"))
    info = stage / f"{name}.dist-info"
    write("Wheel-Version: 1.0\nGenerator: boardsim\nRoot-Is-Purelib: true\nTag: py3-none-any\n", info / "WHEEL")
    fields = ["Metadata-Version: 2.1", "Name: boardsim-warble", f"Version: {field('version')}",
              f"Summary: {field('description')}", f"Requires-Python: {field('requires-python')}"]
    for extra in ("bumble", "bleak"):
        wanted = re.search(rf"^{extra} = \[(.*?)\]", text, re.M | re.S)[1]
        fields.append(f"Provides-Extra: {extra}")
        for package, marker in re.findall(r'"([^";]+);([^"]+)"', wanted):
            fields.append(f"Requires-Dist: {package.strip()}; ({marker.strip()}) and extra == '{extra}'")
    write("\n".join(fields) + "\n", info / "METADATA")
    wheel = out / f"{name}-py3-none-any.whl"
    pack_wheel(stage, info / "RECORD", wheel)
    return wheel


def pack_wheel(stage, record, wheel):
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    paths = files_below(stage)
    for path in paths:
        digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
        writer.writerow([str(path.relative_to(stage)), f"sha256={digest}", path.stat().st_size])
    writer.writerow([str(record.relative_to(stage)), "", ""])
    write(rows.getvalue(), record)
    # A zip cannot say an earlier year.
    date = max(time.gmtime(epoch())[:6], (1980, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in [*paths, record]:
            entry = zipfile.ZipInfo(str(path.relative_to(stage)), date)
            entry.external_attr = (0o100000 | path.stat().st_mode & 0o777) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def make_tar(programs, out, work):
    program = programs / "boardsim-pages"
    name = f"boardsim-{version()}-linux-{platform.machine()}"
    stage = work / name
    binary = stage / "bin" / "boardsim"
    stripped(program, binary)
    fill_share(stage / "share", program)
    fill_pages(stage / "share")
    bring_scripts(stage / "share")
    libraries = bundle(binary, stage / "lib" / "boardsim")
    preloaded(stage / "lib" / "boardsim")
    licences(libraries, stage / "share" / "doc" / "boardsim" / "licenses")
    return [pack_tar(stage, out / f"{name}.tar.gz")]


def make_site(programs, out, work):
    name = f"boardsim-{version()}-docs"
    try:
        docsite.build(work / name)
    except docsite.SiteError as error:
        raise SystemExit(f"boardsim package: {error}") from None
    return [pack_tar(work / name, out / f"{name}.tar.gz")]


def build_module():
    """The firmware for WebAssembly. It needs no programs, but tools of its own."""
    module = SCRATCH / "wasm" / "boardsim.wasm"
    done = subprocess.run(["bash", str(SOURCE / "Packaging/wasm/build.sh"), str(module)], stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"boardsim package: {done.stderr.strip()}")
    return module


def make_npm(programs, out, work):
    package = npm.pack(build_module(), out, version(), epoch())
    npm.check(package, work)
    return [package]


def make_html(programs, out, work):
    return [page.make(build_module(), out)]


def pack_tar(stage, place):
    name = stage.name

    def clamped(entry):
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = epoch(), 0, 0, "", ""
        entry.mode = 0o755 if entry.isdir() else entry.mode & 0o777
        return entry

    with open(place, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            archive.add(stage, name, recursive=False, filter=clamped)
            for path in sorted(stage.rglob("*"), key=str):
                archive.add(path, f"{name}/{path.relative_to(stage)}", recursive=False, filter=clamped)
    return place


POSTINST = """#!/bin/sh
set -e
if [ "$1" = configure ]; then
    # The user of the service; without systemd there is no service.
    if command -v systemd-sysusers >/dev/null; then systemd-sysusers boardsim.conf || true; fi
    if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
fi
"""
POSTRM = """#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
"""


def make_deb(programs, out, work):
    return [make_deb_of_program(programs, out, work / "boardsim"), make_deb_of_pages(programs, out, work / "pages")]


def make_deb_of_program(programs, out, stage):
    root = stage / "root"
    binary = root / "usr" / "bin" / "boardsim"
    stripped(programs / "boardsim", binary)
    fill_share(root / "usr" / "share", programs / "boardsim")
    preloaded(root / "usr" / "lib" / "boardsim")
    unit = (HERE / "boardsim@.service").read_text().replace("/usr/local/bin/", "/usr/bin/")
    write(unit, root / "usr" / "lib" / "systemd" / "system" / "boardsim@.service")
    write('u boardsim - "Simulated sensor boards"\n', root / "usr" / "lib" / "sysusers.d" / "boardsim.conf")
    copy(HERE / "boardsim.conf", root / "usr" / "share" / "dbus-1" / "system.d" / "boardsim.conf")
    (root / "etc" / "boardsim").mkdir(parents=True)
    return pack_deb("boardsim", stage, binary, out, ABOUT, """\
 Scenario files describe boards, how they move and what goes wrong; scripted
 clients, or programs that use Bluetooth, talk to them as to real ones.
""", relations=["Suggests: bluez, boardsim-pages, dbus-daemon"],
                    scripts={"postinst": POSTINST, "postrm": POSTRM})


def make_deb_of_pages(programs, out, stage):
    root = stage / "root"
    binary = root / "usr" / "bin" / "boardsim-pages"
    stripped(programs / "boardsim-pages", binary)
    fill_pages(root / "usr" / "share")
    libraries = bundle(binary, root / "usr" / "lib" / "boardsim", only=NOT_IN_BOTH)
    licences(libraries, root / "usr" / "share" / "doc" / "boardsim-pages" / "licenses", with_scripts=False)
    return pack_deb("boardsim-pages", stage, binary, out, "pages of boardsim in a browser", """\
 What `boardsim live`, `boardsim app` and `boardsim games` show: simulated
 boards to watch and operate, an app for boards, and games for the Triki cap.
""", depends=[f"boardsim (= {version()})", "libjs-three", "libjs-dygraphs"], relations=["Recommends: curl", "Suggests: bluez"],
                    brings=sorted({owner(path) for path in libraries.values()}))


def pack_deb(name, stage, binary, out, summary, text, depends=(), relations=(), scripts=None, brings=()):
    """Packs what lies in the folder `root` of a stage; `brings` are packages whose libraries lie there."""
    machine = ARCHITECTURES.get(platform.machine(), platform.machine())
    root = stage / "root"
    write("Swift's runtime library is linked into the program. Its licence:\n\n" + swift_licence().read_text(),
          root / "usr" / "share" / "doc" / name / "copyright")
    # dpkg-shlibdeps wants a source package around it.
    write(f"Source: boardsim\n\nPackage: {name}\nArchitecture: {machine}\n", stage / "debian" / "control")
    bundled = [path for path in files_below(root / "usr" / "lib") if ".so" in path.name]
    found = run("dpkg-shlibdeps", "-O", *[f"-e{path.relative_to(stage)}" for path in [binary, *bundled]],
                *[f"-x{package}" for package in brings], cwd=stage, stderr=subprocess.DEVNULL)
    depends = ", ".join([*depends, found.strip().removeprefix("shlibs:Depends=")])
    size = sum(path.stat().st_size for path in files_below(root)) // 1024 + 1
    control = root / "DEBIAN"
    sums = "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files_below(root))
    write(sums, control / "md5sums")
    fields = [f"Package: {name}", "Source: boardsim", f"Version: {version()}", f"Architecture: {machine}",
              "Maintainer: The boardsim maintainers <boardsim@localhost>", f"Installed-Size: {size}", f"Depends: {depends}",
              *relations, "Section: devel", "Priority: optional", f"Description: {summary}"]
    write("\n".join(fields) + "\n" + text, control / "control")
    for script, lines in (scripts or {}).items():
        write(lines, control / script)
        (control / script).chmod(0o755)
    for path in [root, *root.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (epoch(), epoch()))
    place = out / f"{name}_{version()}_{machine}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-b", root, place, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch())})
    return place


MAKERS = {"wheel": make_wheel, "deb": make_deb, "tar": make_tar, "site": make_site, "npm": make_npm, "html": make_html}
# What is made of the firmware for WebAssembly.
OF_MODULE = ("npm", "html")
SUFFIXES = {"wheel": ".whl", "deb": ".deb", "tar": f"-linux-{platform.machine()}.tar.gz", "site": "-docs.tar.gz", "npm": ".tgz", "html": ".html"}


def clear(out, kind):
    """Packages of an earlier version do not stay beside the new ones."""
    for place in out.glob(f"boardsim*{SUFFIXES[kind]}"):
        place.unlink()


def main():
    parser = argparse.ArgumentParser(prog="boardsim package", description=ABOUT)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(MAKERS)}; default: all")
    parser.add_argument("--programs", type=pathlib.Path, help="a folder with programs that were built before")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "dist", help="default: dist")
    parser.add_argument("--clean", action="store_true", help="compile everything anew")
    arguments = parser.parse_args()
    for kind in arguments.kinds:
        if kind not in MAKERS:
            parser.error(f"there is no package `{kind}`; choose of {', '.join(MAKERS)}")
    kinds = arguments.kinds or [kind for kind in MAKERS if kind not in OF_MODULE or npm.can_be_made()]
    products = ["boardsim-pages"] + (["boardsim"] if "deb" in kinds else [])
    # Until the end: another call must not replace the programs while they are being packed.
    lock = None
    compiles = not arguments.programs and bool(set(kinds) - {"site", *OF_MODULE})
    if compiles or set(kinds) & set(OF_MODULE):
        try:
            lock = buildplace.take()
        except buildplace.PlaceError as error:
            raise SystemExit(f"boardsim package: {error}") from None
        if arguments.clean:
            buildplace.clear()
        buildplace.bring(ROOT)
    programs = arguments.programs
    if compiles:
        programs = build(products)
    arguments.out.mkdir(parents=True, exist_ok=True)
    status = 0
    os.umask(0o022)
    for kind in kinds:
        clear(arguments.out, kind)
        with tempfile.TemporaryDirectory(prefix="boardsim-package-") as work:
            places = MAKERS[kind](programs and programs.resolve(), arguments.out, pathlib.Path(work))
        for place in places:
            size = place.stat().st_size
            print(f"{place.name}  {size / 1e6:.1f} MB  sha256 {hashlib.sha256(place.read_bytes()).hexdigest()}")
            if size > LIMITS.get(kind, size) and not arguments.programs:
                print(f"boardsim package: {place.name} is larger than {LIMITS[kind] / 1e6:.0f} MB", file=sys.stderr)
                status = 1
    if lock:
        lock.close()
    sys.exit(status)


if __name__ == "__main__":
    main()
