"""The mutation run's own tests: where a switch goes, and what is said of a mutant that fits nowhere."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import mutants as data
import run
import verdicts

SOURCE = """\
let a = scale(2, of: 3)
func f() {
    clear()
    send(1)
}
func g() {
    send(1)
}
"""


def mutant(**keys):
    given = {"id": "A-1", "about": "It.", "file": "Sources/A/A.swift", "kind": "expression"}
    return given | {key.replace("_", "-"): value for key, value in keys.items()}


class Mutants(unittest.TestCase):
    def read(self, *entries, judging=None):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for place, name, text in (
                ("Sources/A", "A.swift", SOURCE),
                ("Tests/A/ATests", "A.swift", "struct Sums {}"),
                (data.FOLDER, "a.yaml", data.yaml.safe_dump(list(entries))),
                (data.JUDGING, "b.yaml", data.yaml.safe_dump(judging or [])),
            ):
                (root / place).mkdir(parents=True)
                (root / place / name).write_text(text)
            return data.read(root)

    def rendered(self, *entries):
        mutants, problems = self.read(*entries)
        self.assertEqual(problems, [])
        return data.render(SOURCE, mutants)

    def test_switches(self):
        rows = [
            ([mutant(find="3", replace="4")], "let a = scale(2, of: (mutant(1) ? (4) : (3)))"),
            (
                [mutant(find="scale(2, of: 3)", replace="0"), mutant(id="A-2", find="2", replace="5")],
                "let a = (mutant(1) ? (0) : (scale((mutant(2) ? (5) : (2)), of: 3)))",
            ),
            (
                [mutant(find="2", replace="5"), mutant(id="A-2", find="2", replace="6")],
                "let a = scale((mutant(1) ? (5) : mutant(2) ? (6) : (2)), of: 3)",
            ),
            ([mutant(find="clear()", replace="", kind="statement")], "    if mutant(1) {  } else { clear() }"),
            ([mutant(find="of: 3", replace="of: MUTANT ? 1 : 3", kind="text")],
             "let a = scale(2, of: mutant(1) ? 1 : 3)"),
            ([mutant(find="1", after="func g", replace="2")], "    send((mutant(1) ? (2) : (1)))"),
            ([mutant(find="3", line_with="scale(", replace="b")], "let a = scale(2, of: (mutant(1) ? (b) : (3)))"),
        ]
        for entries, line in rows:
            text, lines = self.rendered(*entries)
            self.assertIn(line, text.splitlines())
            at = text.splitlines().index(line) + 1
            self.assertEqual(lines[at], set(range(1, len(entries) + 1)))
            self.assertTrue(text.startswith("public import Mutation\n"))

    def test_after_takes_the_first_that_follows(self):
        text, _ = self.rendered(mutant(find="send(1)", after="func g", replace="", kind="statement"))
        self.assertEqual(text.splitlines()[-2], "    if mutant(1) {  } else { send(1) }")

    def test_white_space_counts_as_one(self):
        text, lines = self.rendered(mutant(find="clear() send(1)", after="func f", replace="", kind="statement"))
        self.assertIn("    if mutant(1) {  } else { clear()\n    send(1) }", text)
        self.assertEqual(sorted(lines), [4, 5])

    def test_what_fits_nowhere_is_told(self):
        rows = [
            ([mutant(find="send(1)", replace="0")], "occurs 2 times"),
            ([mutant(find="send(9)", replace="0")], "does not occur in Sources/A/A.swift"),
            ([mutant(find="2", replace="0", file="Sources/B.swift")], "there is no source file"),
            ([mutant(find="2", replace="0", file="Tests/A.swift")], "there is no source file"),
            ([mutant(find="2", replace="0"), mutant(find="3", replace="0")], "is already used at"),
            ([mutant(find="2", replace="0", kind="word")], "`kind` is one of"),
            ([mutant(find="2", replace="0", kind="text")], "the word MUTANT"),
            ([mutant(find="2")], "`replace` is missing"),
            ([mutant(find="2", replace="0", filters="x")], "unknown key `filters`"),
            ([mutant(find=2, replace="0")], "must be text"),
            ([mutant(find="2", replace="0", line_with="send")], "in 2 lines"),
            ([mutant(find="scale(2", replace="0"), mutant(id="A-2", find="2, of", replace="0")], "overlaps"),
            ([mutant(find="scale(2, of: 3)", replace="MUTANT", kind="text"),
              mutant(id="A-2", find="2", replace="0")], "written by hand"),
        ]
        for entries, what in rows:
            problems = self.read(*entries)[1]
            self.assertTrue(any(what in problem for problem in problems), (what, problems))
            self.assertRegex(problems[0], r"a\.yaml:\d+: ")

    def test_tests_of_a_list_and_of_a_mutant(self):
        own = mutant(id="B-2", find="2", replace="0", tests=["ATests.Sums"])
        mutants, problems = self.read(
            mutant(find="3", replace="0"),
            judging={"tests": ["ATests"], "mutants": [mutant(id="B-1", find="3", replace="1"), own]})
        self.assertEqual(problems, [])
        self.assertEqual([m.tests for m in mutants], [[], ["ATests"], ["ATests.Sums"]])

    def test_tests_that_do_not_exist_are_told(self):
        rows = [
            ([mutant(find="2", replace="0", tests=["BTests"])], "there is no test target BTests"),
            ([mutant(find="2", replace="0", tests=["ATests.Dates"])], "ATests has no suite Dates"),
            ([mutant(find="2", replace="0", tests="ATests")], "`tests` is a list"),
            ([mutant(find="2", replace="0", tests=["ATests"], filter="MW/*")], "use either `filter`"),
            ({"tests": ["ATests"]}, "the keys of a list are tests and mutants"),
        ]
        for judging, what in rows:
            problems = self.read(judging=judging)[1]
            self.assertTrue(any(what in problem for problem in problems), (what, problems))
            self.assertRegex(problems[0], r"b\.yaml:\d+: ")

    def test_a_run_names_its_tests(self):
        tests = run.TestRun("echo {bundle} --filter {filter}", pathlib.Path("."), bundle="b")
        pattern = tests.pattern("ATests.Sums")
        self.assertEqual(tests.command(pattern), ["echo", "b", "--filter", "^ATests\\.Sums[./]"])
        self.assertEqual(tests.name(pattern), "ATests.Sums")
        suite = run.SuiteRun("echo {program} --filter {filter}", pathlib.Path("."), program="p")
        self.assertEqual(suite.command(None), ["echo", "p"])
        self.assertEqual(suite.command("MW/*"), ["echo", "p", "--filter", "MW/*"])

    def test_a_run_says_how_a_mutant_ended(self):
        rows = [("exit 0", "survived"), ("exit 1", "killed"), ("kill -9 $$", "killed (crash)"),
                ("sleep 60", "killed (time)"), ("exit 69", "unjudged (status 69)")]
        for script, fate in rows:
            with tempfile.TemporaryDirectory() as folder:
                tests = run.TestRun(f"sh -c '{script}'", pathlib.Path(folder))
                one = data.Mutant(mutant(find="2", replace="0", tests=["ATests"]), "b.yaml:1")
                tests.limits[tests.pattern("ATests")] = 0.2 if "sleep" in script else 10
                self.assertEqual(tests.judge(one)["fate"], fate)

    def test_the_first_test_that_fails_ends_a_run(self):
        with tempfile.TemporaryDirectory() as folder:
            one = data.Mutant(mutant(find="2", replace="0", tests=["ATests"]), "b.yaml:1")
            tests = run.TestRun("sh -c 'printf \"\\033[91m✘\\033[0m Test a() failed\\n\"; sleep 60'", pathlib.Path(folder))
            row = tests.judge(one)
            self.assertEqual(row["fate"], "killed")
            self.assertLess(row["seconds"], 30)

    def test_what_does_not_come_by_a_mutant_is_not_run(self):
        # The run without a mutant marks the second of two.
        script = "test $BOARDSIM_MUTANT = 0 && printf '\\0\\0\\1' > $BOARDSIM_MUTANTS_SEEN"
        with tempfile.TemporaryDirectory() as folder:
            tests = run.TestRun(f'sh -c "{script}"', pathlib.Path(folder))
            first, second = (
                data.Mutant(mutant(id=f"B-{n}", find="2", replace="0", tests=["ATests"]), "b.yaml:1") for n in (1, 2))
            first.number, second.number = 1, 2
            self.assertIsNotNone(tests.first(tests.pattern("ATests"), 2))
            self.assertEqual(tests.judge(first)["fate"], "survived (nothing comes by)")
            self.assertEqual(tests.judge(second)["fate"], "killed")

    def test_a_run_that_took_too_long_has_more_time_once(self):
        # The first is stopped, the second ends: it was the machine that was slow.
        script = "test -e {mark} && exit 0; touch {mark}; sleep 60"
        with tempfile.TemporaryDirectory() as folder:
            tests = run.TestRun(f"sh -c '{script}'", pathlib.Path(folder), mark=f"{folder}/mark")
            one = data.Mutant(mutant(find="2", replace="0", tests=["ATests"]), "b.yaml:1")
            tests.limits[tests.pattern("ATests")] = 2
            self.assertEqual(tests.judge(one)["fate"], "survived")

    def test_verdicts_are_kept_for_a_run_that_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "verdicts.jsonl")
            one, other = (data.Mutant(mutant(find="2", replace=text, tests=["ATests"]), "b.yaml:1") for text in "03")
            verdicts.Verdicts(path).keep(one, "built", {"id": "A-1", "fate": "killed"})
            with path.open("a") as file:
                file.write('{"subject"')
            kept = verdicts.Verdicts(path)
            rows = [
                ("as it was", one, "built", False, ["A-1"]),
                ("another build", one, "new", False, []),
                ("another build, only what is left", one, "new", True, ["A-1"]),
                ("another text", other, "built", False, []),
                ("another text, only what is left", other, "built", True, []),
            ]
            for name, asked, product, is_left, known in rows:
                found = run.earlier([asked], kept, lambda _, product=product: product, is_left)
                self.assertEqual(list(found), known, name)
            kept.keep(one, "new", {"id": "A-1", "fate": "survived"})
            self.assertEqual(run.earlier([one], verdicts.Verdicts(path), lambda _: "old", True), {})
            self.assertEqual(list(run.earlier([one], verdicts.Verdicts(path), lambda _: "new", False)), ["A-1"])


if __name__ == "__main__":
    unittest.main()
