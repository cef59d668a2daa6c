"""What the check of the published ids finds, and what its commands write."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import published

CASES = """\
version: 1
about: What is tried here.
cases:
  - id: MW/LOG/TIME/BV-01-C
    title: "The tick counts"
  - id: MW/LOG/TIME/BV-03-C
    title: It goes on
"""
RULES = """\
| rule | severity | what is wrong |
|---|---|---|
| [MW-SENS-01](#mw-sens-01) | error | a sensor is configured while it runs |

## MW-SENS-01
"""


class PublishedTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("Conformance/logging/time.yaml", CASES)
        # Mutants have ids of their own.
        self.write("Conformance/mutants/logging.yaml", "- id: LOG-1\n")
        self.write("docs/rules.md", RULES)
        self.write("Conformance/published.txt", "# What is published.\n")
        self.write("Conformance/retired.txt", "# What is gone.\n")
        self.run_with("--add")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def change(self, name, old, new):
        text = (self.root / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new))

    def run_with(self, *arguments):
        """The exit status and what was printed."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = published.main(list(arguments), self.root)
        return status, printed.getvalue()

    def assert_finds(self, *words):
        status, printed = self.run_with()
        self.assertEqual((status, len(printed.splitlines())), (1, 2), printed)
        for word in words:
            self.assertIn(word, printed)

    def assert_holds(self):
        self.assertEqual(self.run_with()[0], 0, self.run_with()[1])

    def test_what_is_listed_holds(self):
        self.assertEqual(self.run_with(), (0, "3 published ids, 0 retired, 0 problems\n"))

    def test_a_new_id_needs_one_command(self):
        self.write("Conformance/logging/time.yaml", CASES + "  - id: MW/LOG/TIME/BI-01-C\n    title: It is told\n")
        self.assert_finds("Conformance/logging/time.yaml:8: MW/LOG/TIME/BI-01-C is not among", "--add")
        self.assertEqual(self.run_with("--add")[0], 0)
        self.assert_holds()

    def test_an_id_that_is_gone_is_told_until_it_is_retired(self):
        self.change("Conformance/logging/time.yaml", "BV-03-C", "BV-04-C")
        self.run_with("--add")
        self.assert_finds("Conformance/published.txt:4: MW/LOG/TIME/BV-03-C was published and is missing", "--retire")
        self.assertEqual(self.run_with("--retire", "MW/LOG/TIME/BV-03-C", "no board did it")[0], 0)
        self.assertIn(" no board did it\n", (self.root / "Conformance/retired.txt").read_text())
        self.assertNotIn("BV-03-C", (self.root / "Conformance/published.txt").read_text())

    def test_a_rule_that_is_gone_is_told(self):
        self.change("docs/rules.md", "| [MW-SENS-01]", "| [MW-SENS-02]")
        self.run_with("--add")
        self.assert_finds("MW-SENS-01 was published and is missing")

    def test_a_retired_id_does_not_come_back(self):
        self.write("docs/rules.md", "")
        self.run_with("--retire", "MW-SENS-01", "boards forgive it")
        self.assert_holds()
        self.write("docs/rules.md", RULES)
        self.assert_finds("docs/rules.md:3: MW-SENS-01 was retired (boards forgive it); take a new number: MW-SENS-02")
        # And nobody adds it by the way.
        self.assertEqual(self.run_with("--add")[0], 1)

    def test_a_number_is_not_given_to_something_else(self):
        self.change("Conformance/logging/time.yaml", "The tick counts", "The log is empty")
        self.assert_finds("another title", "number: MW/LOG/TIME/BV-04-C", "--reworded MW/LOG/TIME/BV-01-C")
        self.assertEqual(self.run_with("--reworded", "MW/LOG/TIME/BV-01-C")[0], 0)
        self.assert_holds()

    def test_a_list_keeps_its_form(self):
        lines = (self.root / "Conformance/published.txt").read_text().splitlines()
        self.assertEqual(lines[0], "# What is published.")
        self.assertEqual(lines[1:], sorted(lines[1:]))
        for line in ("MW/LOG/TIME/BV-01-C", "what is this 1", lines[1]):
            self.write("Conformance/published.txt", "\n".join(lines + [line]) + "\n")
            self.assert_finds("Conformance/published.txt:5: ")
        self.write("Conformance/published.txt", "\n".join(lines) + "\n")
        self.write("Conformance/retired.txt", f"{lines[1]} still there\n")
        status, printed = self.run_with()
        self.assertEqual(status, 1)
        self.assertIn("is retired and published", printed)

    def test_commands_refuse_what_makes_no_sense(self):
        for arguments in (["--retire", "MW/LOG/TIME/BV-09-C", "why"], ["--retire", "MW-SENS-01", "why"],
                          ["--reworded", "MW-SENS-09"], ["--remove", "MW-SENS-01"], ["--retire", "MW-SENS-01"]):
            with self.assertRaises(SystemExit, msg=arguments):
                self.run_with(*arguments)
        self.write("docs/rules.md", "")
        with self.assertRaises(SystemExit):
            self.run_with("--retire", "MW-SENS-01", " ")


if __name__ == "__main__":
    unittest.main()
