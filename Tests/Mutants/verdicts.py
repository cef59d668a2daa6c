"""The verdicts of a run, kept as they arrive: an interrupted run goes on where it ended.

A verdict is of one mutant as it stands in its list, and of one built program or bundle of tests: if either
changed, it is no longer asked for.
"""

import hashlib
import json
import threading


def digest(path):
    """Of a built file; None if there is none."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Verdicts:
    """A file with a line for each verdict; of several of one mutant the last counts."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.kept = {}
        text = path.read_text() if path.exists() else ""
        whole = text[:text.rfind("\n") + 1]
        if whole != text:
            # A run was ended while it wrote.
            path.write_text(whole)
        for line in whole.splitlines():
            entry = json.loads(line)
            self.kept[entry["row"]["id"]] = entry

    @staticmethod
    def subject(mutant):
        """What is judged: the mutant as it is written, and by which tests or cases."""
        return [mutant.text(), mutant.tests, mutant.filter]

    def of(self, mutant, product=None):
        """The row of the last verdict of this mutant as it is written now; of this product, or, without one, of
        any that there was."""
        entry = self.kept.get(mutant.id)
        if not entry or entry["subject"] != self.subject(mutant):
            return None
        return entry["row"] if product in (None, entry["product"]) else None

    def keep(self, mutant, product, row):
        """Writes it down at once."""
        entry = {"subject": self.subject(mutant), "product": product, "row": row}
        with self.lock:
            self.kept[mutant.id] = entry
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a") as file:
                file.write(json.dumps(entry, ensure_ascii=False) + "\n")
