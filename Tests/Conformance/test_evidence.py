"""Under which kind of evidence a case counts."""

import unittest

import evidence


class EvidenceTests(unittest.TestCase):
    def test_the_mark_decides(self):
        self.assertEqual(evidence.kind("real boards 1 (wire)"), "a wire capture")
        self.assertEqual(evidence.kind("core 3.4 (inferred, spec)"), "a document")

    def test_a_draft_of_replay_is_no_capture_of_ours(self):
        for name in ("board.btsnoop", "a (wire)"):
            with self.assertRaisesRegex(SystemExit, "draft"):
                evidence.kind(f"capture {name}, 0123456789abcdef (draft)")


if __name__ == "__main__":
    unittest.main()
