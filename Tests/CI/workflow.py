"""Plays the `run:` steps of a GitHub Actions workflow on this machine, in the order of its jobs.

    python3 Tests/CI/workflow.py docs/examples/github-actions.yml

Everything happens in a folder of its own, with links to what the checkout has. Of `uses:`, artifacts are
carried from job to job; checkout, container and cache are this machine as it is. Prints `ok …` and
`FAILED …` for every step, what went into the summaries, and at the end `done`. A workflow that uses what is
not understood here ends with a message.
"""

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

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What is there anyway, or has no meaning on one machine.
IGNORED = {"actions/checkout", "actions/cache"}


class Workflow:
    def __init__(self, path, work):
        self.document = yaml.safe_load(path.read_text())
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
        for entry in ROOT.iterdir():
            if entry.name != ".git":
                (workspace / entry.name).symlink_to(entry)
        held = True
        for number, step in enumerate(job["steps"], 1):
            if not held and step.get("if") != "always()":
                continue
            what = f"{title}: {step.get('name') or step.get('uses')}"
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
            "GITHUB_STEP_SUMMARY": str(summary),
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
        elif action not in IGNORED:
            raise SystemExit(f"`uses: {step['uses']}` is not understood")


def main():
    with tempfile.TemporaryDirectory(prefix="workflow-") as folder:
        workflow = Workflow(pathlib.Path(sys.argv[1]), pathlib.Path(folder))
        workflow.play()
        for what, text in workflow.summaries.items():
            heading = text.splitlines()[0]
            print(f"summary of {what}: {heading}, {len(text.encode())} bytes")
        print("ok summaries" if workflow.summaries else "FAILED no step wrote a summary")
        print("done")


main()
