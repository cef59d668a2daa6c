"""`asyncio.run` in virtual time."""

import asyncio
import sys
from typing import Any, Coroutine, Optional, TypeVar

from .errors import VirtualTimeError
from .lead import Lead
from .loop import VirtualTimeLoop
from .world import check

T = TypeVar("T")


def run(lead: Lead, main: "Coroutine[Any, Any, T]", debug: Optional[bool] = None) -> T:
    """The result of a coroutine. Time begins where it stands, and stays where it is at the end."""
    try:
        check(lead)
    except VirtualTimeError:
        if asyncio.iscoroutine(main):
            main.close()
        raise
    if sys.version_info >= (3, 11):
        with asyncio.Runner(debug=debug, loop_factory=lambda: VirtualTimeLoop(lead)) as runner:
            return runner.run(main)
    return run_without_runner(lead, main, debug)


def run_without_runner(lead: Lead, main: "Coroutine[Any, Any, T]", debug: Optional[bool] = None) -> T:
    """The same, as Python 3.10 does it."""
    loop = VirtualTimeLoop(lead)
    try:
        asyncio.set_event_loop(loop)
        if debug is not None:
            loop.set_debug(debug)
        return loop.run_until_complete(main)
    finally:
        try:
            asyncio.runners._cancel_all_tasks(loop)  # type: ignore[attr-defined]
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            asyncio.set_event_loop(None)
            loop.close()
