"""What counts as exercised."""

import unittest

import coverage

REFERENCE = """
## 01 switch

* R: `00 00`
* S: `00 02`

| register | name | access | since | payload | held by |
|---|---|---|---|---|---|
| 01 | state | RN |  | says: on | SwitchTests |
| 02 | later | RW | 2 | on | SwitchTests |
| 03 | unknown | – |  | not modelled: no source says more |  |
"""


def seen(*steps, id="MW/SW/A/BV-01-C", needs=None):
    """What a case of these steps exercises: `{register: accesses}`."""
    rows, modules = coverage.read_registers(REFERENCE)
    by_header = {}
    for row in rows:
        by_header.setdefault((row.module, row.id), []).append(row)
    case = {"id": id, "steps": list(steps), "needs": needs}
    coverage.exercise(by_header, modules, {"cases": [case]})
    return {row.id: "".join(sorted(row.seen)) for row in rows if row.seen}


class CoverageTests(unittest.TestCase):
    def test_an_answer_that_is_expected_is_a_read(self):
        self.assertEqual(seen({"ask": {"send": "01 81", "answer": "01 81 on:u8"}}), {1: "R"})

    def test_a_question_that_is_met_with_silence_is_none(self):
        self.assertEqual(seen({"write": "01 81"}, {"silence": "1 s"}), {})

    def test_a_bare_header_is_no_answer(self):
        self.assertEqual(seen({"expect": "01 81"}), {})

    def test_a_notification_is_expected_in_any_step(self):
        for step in (
            {"expect": "01 01 01"},
            {"stream": {"packet": "01 01 ??", "for": "1 s"}},
            {"either": [{"follows": "one", "silence": "1 s"}, {"follows": "two", "expect": "01 01 .."}]},
            {"repeat": {"times": 2, "steps": [{"expect": "$i 01 .."}]}},
        ):
            self.assertEqual(seen(step), {1: "N"}, step)

    def test_writes_count_where_they_are_valid(self):
        self.assertEqual(seen({"write": "01 02 01"}), {2: "W"})
        self.assertEqual(seen({"write": {"packet": "01 02 01"}}, id="MW/SW/A/BI-01-C"), {})
        self.assertEqual(seen({"write": {"packet": "01 02 01", "to": "2A19"}}), {})

    def test_only_boards_that_have_the_register_count(self):
        self.assertEqual(seen({"write": "01 02 01"}, needs={"models": ["R"]}), {})
        older = {"modules": [{"module": "switch", "at-most": 1}]}
        self.assertEqual(seen({"write": "01 02 01"}, needs=older), {})
        self.assertEqual(seen({"write": "01 02 01"}, needs={"absent": ["led"]}), {2: "W"})

    def test_a_need_may_name_several_implementations(self):
        for implementations, found in (([1, 3], {}), ([0, 3], {2: "W"}), ([], {2: "W"})):
            needs = {"modules": [{"module": "switch", "implementations": implementations}]}
            self.assertEqual(seen({"write": "01 02 01"}, needs=needs), found, implementations)

    def test_what_only_a_model_is_held_to_counts(self):
        self.assertEqual(seen({"write": "01 02 01"}, needs={"target": "model"}), {2: "W"})


if __name__ == "__main__":
    unittest.main()
