"""Plays the `run:` steps of a GitHub Actions workflow on this machine, in the order of its jobs.

    python3 Tests/CI/workflow.py docs/examples/github-actions.yml
    python3 Tests/CI/workflow.py ~/app/.github/workflows/tests.yml
    python3 Tests/CI/workflow.py tests.yml --repository ~/app

The repository is the one that the file lies in: the folder above its `.github`, or else the one above it that git
knows; `--repository` names another. Each job has a folder of its own with a copy of what git tracks there; with
`--link` it has links to everything, for a repository whose build must not be repeated. Of `uses:`, artifacts are carried
from job to job, and `actions/setup-python` makes an environment of this machine's Python; checkout, container and cache
are this machine as it is. Prints `ok …` and `FAILED …` for every step, what went into the summaries, and at the end
`done`; the status is 1 if a step failed. A workflow that uses what is not understood here ends with a message.
"""

import argparse
import fnmatch
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

# What is there anyway, or has no meaning on one machine.
IGNORED = {"actions/checkout", "actions/cache"}


def repository_of(path):
    """The repository that a workflow belongs to."""
    folders = path.resolve().parents
    for folder in folders:
        if folder.name == ".github":
            return folder.parent
    for folder in folders:
        if (folder / ".git").exists():
            return folder
    raise SystemExit(f"{path} lies in no repository; name one with --repository DIR")


def check_out(repository, workspace):
    """Copies what git tracks, or all of a folder that git does not know."""
    found = subprocess.run(["git", "-C", str(repository), "ls-files", "-z"], capture_output=True, text=True)
    if found.returncode != 0:
        shutil.copytree(repository, workspace, symlinks=True, dirs_exist_ok=True)
        return
    for name in found.stdout.split("\0")[:-1]:
        source, place = repository / name, workspace / name
        # A file may be deleted, and a submodule is a folder.
        if source.is_file() or source.is_symlink():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, place, follow_symlinks=False)


def link(repository, workspace):
    """Links to all that the repository has, builds included."""
    for entry in repository.iterdir():
        if entry.name != ".git":
            (workspace / entry.name).symlink_to(entry)


class Workflow:
    def __init__(self, path, repository, work, fill=check_out):
        self.document = yaml.safe_load(path.read_text())
        self.repository = repository
        self.fill = fill
        self.work = work
        self.artifacts = work / "artifacts"
        self.artifacts.mkdir()
        self.results = {}
        self.summaries = {}

    def play(self):
        jobs = dict(self.document["jobs"])
        while jobs:
            ready = [name for name, job in jobs.items() if not self.needs(job) - set(self.results)]
            if not ready:
                raise SystemExit(f"jobs wait for each other: {', '.join(jobs)}")
            for name in ready:
                self.job(name, jobs.pop(name))

    @staticmethod
    def needs(job):
        needs = job.get("needs", [])
        return {needs} if isinstance(needs, str) else set(needs)

    def job(self, name, job):
        held = True
        if any(not self.results[need] for need in self.needs(job)) and job.get("if") != "always()":
            print(f"skipped {name}: what it needs failed")
            self.results[name] = False
            return
        matrix = job.get("strategy", {}).get("matrix", {})
        for values in itertools.product(*matrix.values()):
            held = self.run_of_job(name, job, dict(zip(matrix, values))) and held
        self.results[name] = held

    def run_of_job(self, name, job, matrix):
        title = " ".join([name, *(str(value) for value in matrix.values())])
        workspace = self.work / re.sub(r"\W+", "-", title)
        workspace.mkdir()
        self.fill(self.repository, workspace)
        self.path = os.environ["PATH"]
        held = True
        for number, step in enumerate(job["steps"], 1):
            if not held and step.get("if") != "always()":
                continue
            what = f"{title}: {step.get('name') or step.get('uses') or step['run'].splitlines()[0]}"
            if "run" in step:
                held = self.run(step, job, matrix, workspace, what, number) and held
            else:
                self.use(step, matrix, workspace)
        return held

    def filled(self, text, matrix):
        """With what stands in `${{ … }}`; the cache's key is nobody's business here."""

        def value(match):
            name = match[1].strip()
            if name.startswith("matrix."):
                return str(matrix[name.removeprefix("matrix.")])
            raise SystemExit(f"`{name}` is not understood")

        return re.sub(r"\$\{\{(.*?)\}\}", value, str(text))

    def run(self, step, job, matrix, workspace, what, number):
        summary = self.work / f"summary-{workspace.name}-{number}.md"
        summary.touch()
        given = {**self.document.get("env", {}), **job.get("env", {}), **step.get("env", {})}
        environment = {
            **os.environ, **{key: self.filled(value, matrix) for key, value in given.items()},
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(workspace), "CI": "true",
            "GITHUB_STEP_SUMMARY": str(summary), "PATH": self.path,
        }
        # The shell of a `run:` step that names none, in a container: sh -e.
        done = subprocess.run(["sh", "-e", "-c", self.filled(step["run"], matrix)], text=True,
                              cwd=workspace, env=environment, stdin=subprocess.DEVNULL, timeout=900,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        held = done.returncode == 0
        if not held:
            print(done.stdout[-4000:])
        print(f"{'ok' if held else 'FAILED'} {what}")
        text = summary.read_text()
        if len(text.encode()) > 1 << 20:
            print(f"FAILED {what}: GitHub takes no summary above 1 MiB")
        if text:
            self.summaries[what] = text
        return held

    def use(self, step, matrix, workspace):
        action = step["uses"].split("@")[0]
        options = {key: value for key, value in step.get("with", {}).items() if key != "key"}
        options = {key: self.filled(value, matrix) for key, value in options.items()}
        if action == "actions/upload-artifact":
            place = self.artifacts / options["name"]
            source = workspace / options["path"]
            if source.is_dir():
                shutil.copytree(source, place)
            else:
                print(f"FAILED there is nothing at {options['path']} to be kept as {options['name']}")
        elif action == "actions/download-artifact":
            for artifact in sorted(self.artifacts.iterdir()):
                if fnmatch.fnmatch(artifact.name, options.get("pattern", options.get("name", "*"))):
                    shutil.copytree(artifact, workspace / options["path"], dirs_exist_ok=True)
        elif action == "github/codeql-action/upload-sarif":
            log = json.loads((workspace / options["sarif_file"]).read_text())
            held = log["version"] == "2.1.0" and all(run["tool"]["driver"] for run in log["runs"])
            print(f"{'ok' if held else 'FAILED'} {workspace.name}: what is uploaded is SARIF")
        elif action == "actions/setup-python":
            place = workspace.with_name(f"{workspace.name}-python")
            subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
            self.path = f"{place}/bin:{self.path}"
        elif action not in IGNORED:
            raise SystemExit(f"`uses: {step['uses']}` is not understood")


def main():
    parser = argparse.ArgumentParser(description="Plays a GitHub Actions workflow on this machine.")
    parser.add_argument("workflow", type=pathlib.Path, help="the file")
    parser.add_argument("--repository", type=pathlib.Path, help="default: the one that the file lies in")
    parser.add_argument("--link", action="store_true", help="links to the repository's files in place of copies")
    arguments = parser.parse_args()
    if not arguments.workflow.is_file():
        parser.error(f"there is no file {arguments.workflow}")
    repository = (arguments.repository or repository_of(arguments.workflow)).resolve()
    if not repository.is_dir():
        parser.error(f"there is no folder {repository}")
    with tempfile.TemporaryDirectory(prefix="workflow-") as folder:
        workflow = Workflow(arguments.workflow, repository, pathlib.Path(folder), link if arguments.link else check_out)
        workflow.play()
        for what, text in workflow.summaries.items():
            heading = text.splitlines()[0]
            print(f"summary of {what}: {heading}, {len(text.encode())} bytes")
    print("done")
    return not all(workflow.results.values())


if __name__ == "__main__":
    sys.exit(main())
