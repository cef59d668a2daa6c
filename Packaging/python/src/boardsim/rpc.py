"""`boardsim serve --stdio`: requests to the program, and its answers."""

import contextlib
import json
import os
import queue
import subprocess
import threading
import time
import weakref
from typing import Any, Dict, IO, Iterator, List, Optional

from .program import BoardsimError


class Connection:
    """A process of the program. Requests are answered in their order, one at a time, for any thread of this process.

    A child that is forked has no part in it: its copies of the pipes lead nowhere, and its requests are refused.
    """

    def __init__(self, program: str) -> None:
        #: The process whose connection this is.
        self.owner = os.getpid()
        #: What the program wrote to its standard error, line by line.
        self.said: List[str] = []
        self._program = program
        self._number = 0
        # Held from a request to its answer.
        self._turn = threading.Lock()
        # Which method has the turn, for messages.
        self._asked = ""
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue()
        try:
            # Ctrl-C is for this process, which then ends the other in good order.
            self.process = subprocess.Popen(
                [program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace", start_new_session=True)
        except OSError as error:
            raise BoardsimError(f"{program} cannot be started: {error.strerror}") from None
        self._threads = [
            threading.Thread(target=work, args=(stream,), daemon=True)
            for work, stream in ((self._read, self.process.stdout), (self._listen, self.process.stderr))]
        for thread in self._threads:
            thread.start()
        _connections.add(self)

    def ask(self, method: str, timeout: Optional[float] = None, **parameters: Any) -> Dict[str, Any]:
        """The result of a method; parameters that are None are left out.

        The request waits until those of other threads have their answers.
        """
        self.check_owner(method)
        end = None if timeout is None else time.monotonic() + timeout
        with self._its_turn(method, timeout):
            return self._exchange(method, timeout, end, parameters)

    def check_owner(self, method: str) -> None:
        """Refuses the use by a forked child."""
        if os.getpid() != self.owner:
            raise BoardsimError(
                f"{method}: this Simulator belongs to the process {self.owner}, and this is the process {os.getpid()}, "
                "which was forked from it; start a Simulator of its own here")

    @contextlib.contextmanager
    def _its_turn(self, method: str, timeout: Optional[float]) -> Iterator[None]:
        if not self._turn.acquire(timeout=-1 if timeout is None else timeout):
            raise BoardsimError(
                f"`{method}` was not sent within {timeout:g} s: `{self._asked}` of another thread has no answer yet")
        try:
            self._asked = method
            yield
        finally:
            self._turn.release()

    def _exchange(
        self, method: str, timeout: Optional[float], end: Optional[float], parameters: Dict[str, Any],
    ) -> Dict[str, Any]:
        self._number += 1
        given = {name: value for name, value in parameters.items() if value is not None}
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": given}
        try:
            text = json.dumps(request, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise BoardsimError(f"{method}: this cannot be written as JSON: {error}") from None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone() from None
        while True:
            answer = self._answer(method, timeout, end)
            # Of a request that was given up, by Ctrl-C or a timeout, the answer comes later.
            if answer.get("id") in (self._number, None):
                break
        refusal = answer.get("error")
        if refusal is None:
            result: Dict[str, Any] = answer["result"]
            return result
        raise BoardsimError(refusal["message"], refusal["code"])

    def _answer(self, method: str, timeout: Optional[float], end: Optional[float]) -> Dict[str, Any]:
        """The next answer, until a time."""
        try:
            line = self._lines.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise BoardsimError(f"boardsim has not answered `{method}` within {timeout:g} s") from None
        if line is None:
            raise self._gone()
        try:
            answer = json.loads(line)
            if "result" not in answer:
                answer["error"]["message"], answer["error"]["code"]
        except (ValueError, KeyError, TypeError):
            raise self._gone(line) from None
        found: Dict[str, Any] = answer
        return found

    def close(self, patience: float) -> Optional[int]:
        """Ends the process; its status."""
        assert self.process.stdin is not None
        # It has ended, or a thread that was interrupted by this one is writing a request.
        with contextlib.suppress(OSError, RuntimeError):
            self.process.stdin.close()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            self.said.append(f"(killed: it did not end within {patience:g} s)")
        for thread, stream in zip(self._threads, (self.process.stdout, self.process.stderr)):
            # Objects may be collected on any thread.
            if thread is not threading.current_thread():
                thread.join(patience)
            if stream is not None and not thread.is_alive():
                stream.close()
        return self.process.returncode

    def _gone(self, printed: str = "") -> BoardsimError:
        status = self.close(5)
        said = "\n".join([printed, *self.said[-20:]]).strip()
        return BoardsimError(f"{self._program} is not boardsim, or it broke: status {status}\n{said}".strip())

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put(None)

    def _listen(self, stream: IO[str]) -> None:
        for line in stream:
            self.said.append(line.rstrip())


_connections: "weakref.WeakSet[Connection]" = weakref.WeakSet()


def _leave_to_parent() -> None:
    """In a forked child: its copies of the pipes must not keep the program from seeing its parent's end.

    They stay open, so that no other file gets their numbers.
    """
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for connection in list(_connections):
        for stream in (connection.process.stdin, connection.process.stdout, connection.process.stderr):
            if stream is not None and not stream.closed:
                os.dup2(nowhere, stream.fileno(), inheritable=False)
    os.close(nowhere)


os.register_at_fork(after_in_child=_leave_to_parent)
