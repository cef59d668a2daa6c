"""The figures of the benchmark.

One that misses its limit is marked but is no failure, since it depends on what else the machine does; beyond three times the limit it is
one. The rest of the test is about whether the figures exist and have the documented format.
"""

import json
import subprocess

import pytest

from repository import ROOT

pytestmark = pytest.mark.bench

# Microseconds of the bare events of one notification, on the machine for which the limits are.
FLOOR = 0.0098


def test_figures(record_property):
    done = subprocess.run([ROOT / "boardsim", "bench", "--json", "--peers"], cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, check=False, timeout=3_600)
    # 1: a limit was missed.
    assert done.returncode in (0, 1)
    rows = json.loads(done.stdout)
    record_property("told", "\n".join(
        f"{row['name']}: {row['value']:.6g} {row['unit']}, limit {row['limit']}{'' if row['ok'] else ': MISSED'}" for row in rows))
    assert len(rows) >= 9
    # A machine on which bare events take longer may take as much longer for everything.
    slow = max(1, next(row["floor"] for row in rows if row["name"].startswith("notification of 20 bytes")) / FLOOR)
    for row in rows:
        assert set(row) == {"name", "value", "unit", "bound", "limit", "ok", "floor", "peer"} and row["value"] >= 0, row
        # Nothing is cheaper than the machine: the floor would be wrong.
        assert not row["floor"] or times(row, row["floor"]) > 0.8, row
        assert row["ok"] or not row["limit"] or times(row, row["limit"]) < 3 * slow, row
    assert sum(row["floor"] is not None for row in rows) >= 40
    peers = [row["peer"] for row in rows if row["peer"]]
    assert len(peers) >= 7 and all(set(peer) == {"name", "value"} and peer["value"] > 0 for peer in peers)


def times(row, other):
    """How many times as much as `other` a row costs."""
    return row["value"] / other if row["bound"] == "at most" else other / row["value"]
