"""Runs a coroutine whose parts need different event loops: each `async with Simulator(…)` has a loop in its own time.

asyncio runs a coroutine in one loop. Here it gives up its loop at `begin` and at `end`, and goes on in another one.
"""

import asyncio
import collections.abc
import types


class _Change:
    """What the coroutine yields where its part ends: how the loop of the next one is made."""

    def __init__(self, factory):
        self.factory = factory


@types.coroutine
def begin(factory):
    """From here on, a loop of this factory runs the coroutine."""
    yield _Change(factory)


@types.coroutine
def end():
    """From here on, an ordinary loop runs the coroutine. The one before is closed; its tasks are cancelled."""
    yield _Change(asyncio.new_event_loop)


class _Part(collections.abc.Coroutine):
    """A coroutine, which ends at its next change."""

    def __init__(self, coroutine):
        # So messages about tasks find where it waits.
        self.cr_await = coroutine
        # None at the end of the coroutine.
        self.next = None

    def _pass(self, resume, *what):
        found = resume(*what)
        if isinstance(found, _Change):
            self.next = found.factory
            raise StopIteration
        return found

    def send(self, value):
        return self._pass(self.cr_await.send, value)

    def throw(self, *error):
        return self._pass(self.cr_await.throw, *error)

    def __await__(self):
        raise TypeError("a loop runs it")


def run(coroutine):
    """Runs it, part by part."""
    factory = asyncio.new_event_loop
    try:
        while factory is not None:
            part = _Part(coroutine)
            with asyncio.Runner(loop_factory=factory) as runner:
                runner.run(part)
            factory = part.next
    finally:
        # After an error of a loop itself, it is still in a part.
        coroutine.close()
