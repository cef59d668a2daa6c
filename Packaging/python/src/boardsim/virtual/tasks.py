"""Where the tasks of a loop wait, for messages."""

import asyncio
import re
from typing import Any, List


def waiting(loop: asyncio.AbstractEventLoop) -> str:
    """A line for each task that has not ended, in the order of their names."""
    return "".join(
        f"\n  {task.get_name()}: {_place(task.get_coro())}" for task in sorted(asyncio.all_tasks(loop), key=_order))


def _order(task: "asyncio.Task[Any]") -> List[Any]:
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", task.get_name())]


def _place(coroutine: Any) -> str:
    """From what the task was made of, to the innermost coroutine that it waits in."""
    places = []
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None)
        name = getattr(coroutine, "__qualname__", None)
        if frame is not None and name is not None:
            places.append(f"{name} ({frame.f_code.co_filename}:{frame.f_lineno})")
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)
    if not places:
        return "it is at an unknown place"
    return f"waits in {places[0]}" + (f", there in {places[-1]}" if len(places) > 1 else "")
