"""A trace that fits the report of a failed test."""

import re
from typing import Dict, List, Sequence

# A kind of line that comes more often than this is traffic; what comes rarely is an event.
_RARE = 12
# Of lines of traffic that follow each other, the first ones are shown and the last one.
_FIRST = 3
# Events from before the lines that are shown.
_EVENTS = 20

# Who loses and finds whom, what is broken on purpose, and what a client does.
_EVENT = re.compile(r"\s*\S+\s+\S+\s+(link\s+(?!\s|queue full)|fault|step failed|reset|supply)|.*FAILED")


def _kind(line: str) -> str:
    """What lines of the same kind have in common: who, and the register or the words without their numbers."""
    words = line.split()[1:]
    for place, word in enumerate(words[:2]):
        if word in ("<", ">"):
            return " ".join(words[:place + 3])
    return re.sub(r"[0-9a-f]*[0-9][0-9a-f]*", "#", " ".join(words).partition(":")[0])


def _time(line: str) -> str:
    return (line.split() or [""])[0]


def shortened(lines: Sequence[str], most: int) -> List[str]:
    """About `most` lines of a trace: its end, without what repeats, and the events of the links before it.

    Lines of traffic that follow each other become the first few, how many more there were, and the last.
    """
    if len(lines) <= most:
        return list(lines)
    kinds = [_kind(line) for line in lines]
    counts: Dict[str, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    result: List[str] = []
    # Which of them stay, whatever came later.
    events: List[bool] = []
    run: List[str] = []

    def end_run() -> None:
        if len(run) > _FIRST + 2:
            between = run[_FIRST:-1]
            note = f"  … {len(between)} more of this traffic, {_time(between[0])} to {_time(between[-1])} s"
            run[_FIRST:-1] = [note]
        result.extend(run)
        events.extend([False] * len(run))
        run.clear()

    for line, kind in zip(lines, kinds):
        if counts[kind] > _RARE and not _EVENT.match(line):
            run.append(line)
            continue
        end_run()
        result.append(line)
        events.append(bool(_EVENT.match(line)))
    end_run()
    if len(result) <= most:
        return result
    before = [line for line, is_event in zip(result[:-most], events) if is_event]
    return before[-_EVENTS:] + ["  …"] + result[-most:]
