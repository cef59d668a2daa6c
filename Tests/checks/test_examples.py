"""What the guides show for users' CI: the workflow, step by step, the types of the Python package, and the products of this package."""

import subprocess
import sys

import pytest

from repository import ROOT

pytestmark = pytest.mark.examples

# The root of a package has no settings that a dependency may not have (`unsafeFlags`): such a build would be refused here.
PACKAGE = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    dependencies: [.package(DEPENDENCY)],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "Boards", package: "boardsim")
            ])
    ])
"""
APP = """\
import Simulation

@main struct App {
    static func main() {
        let simulation = Simulation(seed: 1)
        simulation.run(for: .seconds(7))
        print(simulation.now == .zero + .seconds(7) ? "seven seconds" : "another time")
    }
}
"""


def test_workflow(lines, monkeypatch):
    # It finds the program as users' repositories do.
    monkeypatch.delenv("BOARDSIM", raising=False)
    lines(sys.executable, "Tests/CI/workflow.py", "docs/examples/github-actions.yml", "--link")


def test_types_of_the_python_package(succeeds):
    succeeds(sys.executable, "-m", "mypy", "--strict", "--cache-dir", ".build/mypy", "Packaging/python/src")


def git(*words):
    return subprocess.run(["git", *map(str, words)], check=True, capture_output=True).stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A repository with what is committed here and what has changed since, tagged as a release."""
    place = tmp_path_factory.mktemp("release") / "boardsim.git"
    git("clone", "-q", "--no-hardlinks", ROOT, place)
    names = git("-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split(b"\0")
    there = b"\0".join(name for name in names if name and (ROOT / name.decode()).is_file())
    pack = subprocess.Popen(["tar", "-C", ROOT, "--null", "-T", "-", "-cf", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    unpack = subprocess.Popen(["tar", "-C", place, "-xf", "-"], stdin=pack.stdout)
    pack.stdin.write(there)
    pack.stdin.close()
    assert unpack.wait() == 0 and pack.wait() == 0
    git("-C", place, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qam", "As it is now", "--allow-empty")
    git("-C", place, "tag", "0.1.0")
    return place


@pytest.mark.parametrize("way", ["path", "url"])
def test_a_package_that_names_this_one(way, repository, tmp_path):
    (tmp_path / "Sources/App").mkdir(parents=True)
    dependency = f'name: "boardsim", path: "{repository}"' if way == "path" else f'url: "file://{repository}", from: "0.1.0"'
    (tmp_path / "Package.swift").write_text(PACKAGE.replace("DEPENDENCY", dependency))
    (tmp_path / "Sources/App/App.swift").write_text(APP)
    done = subprocess.run(
        ["swift", "run", "--package-path", tmp_path, "App"], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=900)
    assert done.stdout == "seven seconds\n", done.stderr[-4000:]
