"""The player of workflows: it plays those of the repository that it is given."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

PLAYER = pathlib.Path(__file__).parent / "workflow.py"
WORKFLOW = """
on: [push]
jobs:
  tests:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
      - run: cat greeting
      - name: Write a summary
        run: |
          echo "# $(cat greeting)" >>"$GITHUB_STEP_SUMMARY"
          mkdir reports
          cp greeting reports/
      - uses: actions/upload-artifact@v4
        with: {name: kept, path: reports}
  second:
    needs: tests
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/download-artifact@v4
        with: {name: kept, path: got}
      - run: test "$(cat got/greeting)" = hello
"""


def git(folder, *words):
    subprocess.run(["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True,
                   capture_output=True)


class WorkflowTests(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.repository = pathlib.Path(place.name) / "app"
        self.file = self.repository / ".github" / "workflows" / "tests.yml"
        self.file.parent.mkdir(parents=True)
        self.file.write_text(WORKFLOW)
        (self.repository / "greeting").write_text("hello\n")
        git(self.repository, "init", "-q")
        git(self.repository, "add", ".")

    def play(self, *arguments):
        return subprocess.run([sys.executable, PLAYER, *arguments], capture_output=True, text=True, timeout=120)

    def test_the_workflow_of_another_repository(self):
        # It was there before and is in no commit, so that a checkout does not have it.
        (self.repository / "reports").mkdir()
        done = self.play(self.file)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertEqual(done.stdout.splitlines(), [
            "ok tests: cat greeting", "ok tests: Write a summary", 'ok second: test "$(cat got/greeting)" = hello',
            "summary of tests: Write a summary: # hello, 8 bytes", "done"])
        self.assertEqual(list((self.repository / "reports").iterdir()), [])

    def test_a_file_elsewhere_plays_on_the_repository_that_is_named(self):
        elsewhere = self.repository.parent / "tests.yml"
        self.file.rename(elsewhere)
        self.assertIn("lies in no repository; name one with --repository DIR", self.play(elsewhere).stderr)
        self.assertEqual(self.play(elsewhere, "--repository", self.repository).returncode, 0)

    def test_a_folder_that_git_does_not_know_is_copied_whole(self):
        subprocess.run(["rm", "-rf", self.repository / ".git"], check=True)
        self.assertEqual(self.play(self.file).returncode, 0)

    def test_a_step_that_fails_is_a_status(self):
        (self.repository / "greeting").unlink()
        done = self.play(self.file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAILED tests: cat greeting", done.stdout)
        self.assertIn("skipped second: what it needs failed", done.stdout)

    def test_links_reach_what_git_ignores(self):
        (self.repository / ".gitignore").write_text("greeting\n")
        git(self.repository, "rm", "-q", "--cached", "greeting")
        self.assertEqual(self.play(self.file).returncode, 1)
        self.assertEqual(self.play(self.file, "--link").returncode, 0)

    def test_python_is_an_environment_of_the_job(self):
        self.file.write_text(WORKFLOW.replace(
            "      - run: cat greeting\n",
            "      - uses: actions/setup-python@v5\n      - run: python -c 'import sys; assert sys.prefix != sys.base_prefix'\n"))
        self.assertEqual(self.play(self.file).returncode, 0)


if __name__ == "__main__":
    unittest.main()
