"""Every block of the README, of every guide and of the SDK's articles is executed as printed, or a test contains it."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import pages
from player import ROOT, Player

ARTICLES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "Sources" / "SDK").glob("*/*.docc/*.md"))
PAGES = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "guides").glob("*.md")), *ARTICLES]


PLAYED = {"run", "with", "terminal", "fails", "steps"}


@pytest.mark.parametrize("page", PAGES)
def test_page(page):
    Player(page, os.environ.get("BOARDSIM", str(ROOT / "boardsim"))).play()


def for_the_wheel(page):
    """Whether a page has commands that need no checkout."""
    blocks, settings = pages.read(page, (ROOT / page).read_text())
    return "checkout" not in (settings.get("in"), settings.get("needs")) and bool(PLAYED & {block.kind for block in blocks})


@pytest.fixture(scope="session")
def wheel():
    """The wheel that GUIDES_WHEEL names."""
    if "GUIDES_WHEEL" not in os.environ:
        pytest.skip("GUIDES_WHEEL names no wheel; `python3 Packaging/package.py --programs .build-tests/release wheel` packs one")
    return pathlib.Path(os.environ["GUIDES_WHEEL"]).resolve()


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """An environment with the wheel, and the one beside it, alone."""
    place = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    subprocess.run([str(place / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps",
                    str(wheel), *map(str, wheel.parent.glob("boardsim_warble-*.whl"))], check=True)
    return place


@pytest.mark.parametrize("page", [page for page in PAGES if for_the_wheel(page)])
def test_page_with_the_wheel(page, installed):
    Player(page, None, wheel=installed).play()


def files_of(page):
    """The files that a guide prints, by their names."""
    blocks, _ = pages.read(page, (ROOT / "docs" / "guides" / page).read_text())
    return {block.argument: block.text for block in blocks if block.kind == "file"}


@pytest.mark.parametrize("page, job, names", [
    ("ci.md", "boards", ["desk.yaml", "test_firmware.py"]),
    ("web-bluetooth.md", "web-app", ["desk.yaml", "index.html", "app.js", "test_app.py"]),
])
def test_the_workflow_of_ten_lines(page, job, names, wheel, tmp_path):
    """As the page prints it, in a repository with the wheel and the page's test."""
    files = files_of(page)
    workflow = f".github/workflows/{job}.yml"
    assert len(files[workflow].splitlines()) == 10
    for name in (workflow, *names):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(files[name])
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / wheel.name).symlink_to(wheel)
    player = ROOT / "Tests" / "CI" / "workflow.py"
    environment = {key: value for key, value in os.environ.items() if key not in ("BOARDSIM", "PYTHONPATH")}
    done = subprocess.run([str(ROOT / ".venv/bin/python"), str(player), str(tmp_path / workflow)], env=environment,
                          capture_output=True, text=True, timeout=300)
    print(done.stdout + done.stderr)
    assert done.returncode == 0
    assert f"ok {job}: pytest --boardsim-judge-client --boardsim-reports reports" in done.stdout.splitlines()


def test_the_web_app_is_the_one_that_its_guide_prints():
    folder = ROOT / "docs" / "examples" / "web-bluetooth"
    found = subprocess.run(["git", "ls-files"], cwd=folder, check=True, capture_output=True, text=True).stdout.split()
    assert {name: (folder / name).read_text() for name in found} == files_of("web-bluetooth.md")


def test_every_example_of_the_sdk_is_covered():
    """The SDK's API was specified with 64 numbered examples; a comment beside a block says which one it stands for."""
    texts = [path.read_text() for path in [*(ROOT / "Tests" / "SDK").rglob("*Snippets.swift"), *map(ROOT.joinpath, ARTICLES)]]
    numbers = re.findall(r"^ *(?://|<!--) snippet (\d+)", "\n".join(texts), re.M)
    assert sorted(map(int, numbers)) == list(range(1, 65))


FENCED = "```yaml\nversion: 1\n```\n"


@pytest.mark.parametrize("text, complaint", [
    (FENCED, "p.md:1: this block is not executed"),
    ("<!-- flie a.yaml -->\n" + FENCED, "p.md:2: the comment `<!-- flie a.yaml -->` is not understood"),
    ("<!-- file -->\n" + FENCED, "p.md:2: `file` needs an argument"),
    ("Text:\n\n    boardsim run a.yaml\n", "p.md:3: an indented block"),
    ("* A list\n\n  ```sh\n", "p.md:3: the block is indented"),
    ("```sh\nboardsim\n", "p.md:1: the block has no end"),
])
def test_a_block_that_is_not_executed_is_reported(text, complaint):
    with pytest.raises(pages.Wrong, match=f"^{pages.re.escape(complaint)}"):
        pages.read("p.md", text)


def test_blocks_are_read_with_their_marks():
    text = "a\n\n<!-- file desk.yaml -->\n" + FENCED + "\n```sh\nls\n```\n\n* A list\n\n    and its text\n"
    blocks, _ = pages.read("p.md", text)
    assert [(block.kind, block.argument, block.text, block.line) for block in blocks] == [
        ("file", "desk.yaml", "version: 1\n", 4), ("run", "", "ls\n", 8)]


@pytest.mark.parametrize("shown, printed, about, holds", [
    ("one\ntwo\n", "one\ntwo\n", False, True),
    ("one\ntwo\n", "one\n", False, False),
    ("one\n", "one\ntwo\n", False, False),
    ("…\ntwo\n", "zero\none\ntwo\n", False, True),
    ("one\n…\n", "one\n", False, True),
    ("one\n…\ntwo\n", "one\nthree\n", False, False),
    ("port …, host 1\n", "port 9000, host 1\n", False, True),
    ("+0.012 +0.995 g\n", "-0.031 +1.004 g\n", True, True),
    ("+0.012 +0.995 g\n", "-0.031 +0.012 g\n", True, False),
    ("+0.012 +0.995 g\n", "-0.031 +1.004 g\n", False, False),
    ("took 12 frames\n", "took 311 frames\n", True, True),
])
def test_what_is_printed_is_what_the_page_shows(shown, printed, about, holds):
    assert pages.fits(shown, printed, about) is holds


def play(tmp_path, monkeypatch, text, update=False, program="/bin/true"):
    """Plays a page of this text."""
    (tmp_path / "page.md").write_text(text)
    monkeypatch.setattr("player.ROOT", tmp_path)
    Player("page.md", program, update).play()
    return (tmp_path / "page.md").read_text()


def test_a_page_whose_output_is_another_fails(tmp_path, monkeypatch):
    text = "```sh\necho two\n```\n\n<!-- output -->\n```\none\n```\n"
    with pytest.raises(AssertionError, match="page.md:6: this came out:\ntwo"):
        play(tmp_path, monkeypatch, text)
    assert "\n```\ntwo\n```\n" in play(tmp_path, monkeypatch, text, update=True)


def test_a_page_whose_command_fails_fails(tmp_path, monkeypatch):
    with pytest.raises(AssertionError, match="page.md:1: ended with status 3"):
        play(tmp_path, monkeypatch, "```sh\nexit 3\n```\n")
    play(tmp_path, monkeypatch, "<!-- fails 3 -->\n```sh\nexit 3\n```\n")


def test_a_page_whose_client_breaks_a_rule_fails(tmp_path, monkeypatch):
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable}\n"
                       "import signal, sys\n"
                       "signal.signal(signal.SIGINT, lambda *_: sys.exit(print('  warning MW-SUB-04:', sys.argv[2])))\n"
                       "print('listening on hci-tcp:127.0.0.1:9000', flush=True)\n"
                       "while True: signal.pause()\n")
    program.chmod(0o755)
    page = "<!-- terminal{} -->\n```sh\nboardsim run desk.yaml --radio hci-tcp:127.0.0.1:9000\n```\n"
    with pytest.raises(AssertionError, match="warning MW-SUB-04: --judge-client"):
        play(tmp_path, monkeypatch, page.format(""), program=program)
    with pytest.raises(AssertionError, match="warning MW-SUB-04: desk.yaml"):
        play(tmp_path, monkeypatch, page.format(" unjudged"), program=program)


def test_a_page_begins_in_an_empty_folder(tmp_path, monkeypatch):
    play(tmp_path, monkeypatch, "```sh\nls -A >names\ncat names\n```\n\n<!-- output -->\n```\nnames\n```\n")


def test_a_block_that_a_test_contains_is_whole(tmp_path, monkeypatch):
    (tmp_path / "a.swift").write_text("func a() {\n    one()\n\n    two()\n    three()\n}\n")
    page = "<!-- tested by a.swift -->\n```swift\n{}\n```\n"
    play(tmp_path, monkeypatch, page.format("one()\ntwo()\n"))
    with pytest.raises(AssertionError, match="page.md:2: a.swift has no line `four..`"):
        play(tmp_path, monkeypatch, page.format("four()"))
    for other in ("two()\none()", "one()\nthree()"):
        with pytest.raises(AssertionError, match="page.md:2: the lines of a.swift are in another order"):
            play(tmp_path, monkeypatch, page.format(other))


def test_an_edit_is_made_where_its_lines_are(tmp_path, monkeypatch):
    (tmp_path / "a.swift").write_text("one\ntwo\nthree\n")
    page = "<!-- edit a.swift -->\n```diff\n{}\n```\n"
    block, = pages.read("p.md", page.format(" one\n-two\n+2"))[0]
    assert pages.edited(block, (tmp_path / "a.swift").read_text()) == "one\n2\nthree\n"
    play(tmp_path, monkeypatch, page.format(" two\n+and a half"))
    with pytest.raises(pages.Wrong, match="page.md:2: a.swift does not have these lines once"):
        play(tmp_path, monkeypatch, page.format(" wo\n+and a half"))
