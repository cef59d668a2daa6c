"""`boardsim serve --stdio`: requests to the program, and its answers."""

import contextlib
import json
import os
import select
import subprocess
import threading
import weakref
from time import monotonic  # The real clock, also in virtual time.
from typing import Any, Dict, IO, Iterator, List, Optional, Tuple

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
        # What the program has written and nobody has taken yet.
        self._unread = b""
        self._is_at_end = False
        # Of a request that was given up in the middle: the program gets the rest before the next one.
        self._unsent = memoryview(b"")
        # An exception such as Ctrl-C may have taken a part of an answer with it: what cannot be read may be the rest of it.
        self._may_be_torn = False
        try:
            # Ctrl-C is for this process, which then ends the other in good order.
            self.process = subprocess.Popen(
                [program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                bufsize=0, start_new_session=True)
        except OSError as error:
            raise BoardsimError(f"{program} cannot be started: {error.strerror}") from None
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._requests: IO[bytes] = self.process.stdin
        self._answers: IO[bytes] = self.process.stdout
        os.set_blocking(self._requests.fileno(), False)
        self._answered = select.poll()
        self._answered.register(self._answers, select.POLLIN)
        #: Collects what the program says.
        self.listener = threading.Thread(target=self._listen, args=(self.process.stderr.fileno(),), daemon=True)
        self.listener.start()
        _connections.add(self)

    def ask(self, method: str, timeout: Optional[float] = None, **parameters: Any) -> Dict[str, Any]:
        """The result of a method; parameters that are None are left out.

        The request waits until those of other threads have their answers. An answer that is there counts, however short
        the timeout is.
        """
        self.check_owner(method)
        end = None if timeout is None else monotonic() + timeout
        given = {name: value for name, value in parameters.items() if value is not None}
        with self._its_turn(method, timeout):
            request = {"jsonrpc": "2.0", "id": self._number + 1, "method": method, "params": given}
            try:
                text = json.dumps(request, allow_nan=False)
            except (TypeError, ValueError, RecursionError) as error:
                raise BoardsimError(f"{method}: this cannot be written as JSON: {error}") from None
            return self._exchange(method, text.encode() + b"\n", timeout, end)

    def advance(self, until: int) -> Tuple[int, bool]:
        """Moves a run that is led, at most to a time; the time that it has now, and whether it has written something.

        Times are in nanoseconds. The same as `ask("advance", until=…)`, of which a run has tens of thousands.
        """
        self.check_owner("advance")
        with self._turn:
            self._asked = "advance"
            answer = self._exchange(
                "advance", b'{"jsonrpc":"2.0","id":%d,"method":"advance","params":{"until":%d.%09d}}\n' % (
                    self._number + 1, until // 1_000_000_000, until % 1_000_000_000))
        return round(answer["time"] * 1e9), answer["output"]

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

    # By whoever has the turn

    def _exchange(
        self, method: str, request: bytes, timeout: Optional[float] = None, end: Optional[float] = None,
    ) -> Dict[str, Any]:
        """The result of a request, whose id is the next number."""
        self._number += 1
        try:
            try:
                self._send(request, end)
            except TimeoutError:
                raise
            except (OSError, ValueError):
                raise self._gone() from None
            while True:
                answer = self._answer(end)
                # Of a request that was given up, by Ctrl-C or a timeout, the answer comes later.
                if answer.get("id") in (self._number, None):
                    break
        except TimeoutError:
            raise BoardsimError(f"boardsim has not answered `{method}` within {timeout:g} s") from None
        except BoardsimError:
            raise
        except BaseException:
            self._may_be_torn = True
            raise
        self._may_be_torn = False
        refusal = answer.get("error")
        if refusal is None:
            result: Dict[str, Any] = answer["result"]
            return result
        raise BoardsimError(refusal["message"], refusal["code"])

    def _send(self, request: bytes, end: Optional[float]) -> None:
        """Writes a request. What the program writes meanwhile is read, so that neither waits for the other."""
        if self._unsent:
            self._unsent = memoryview(bytes(self._unsent) + request)
        else:
            sent = self._requests.write(request) or 0
            if sent == len(request):
                return
            self._unsent = memoryview(request)[sent:]
        either = select.poll()
        either.register(self._answers, select.POLLIN)
        either.register(self._requests, select.POLLOUT)
        while self._unsent:
            ready = dict(either.poll(_milliseconds(end)))
            if not ready:
                raise TimeoutError
            if self._answers.fileno() in ready:
                self._receive()
                if self._is_at_end:
                    raise BrokenPipeError
            if self._requests.fileno() in ready:
                self._unsent = self._unsent[self._requests.write(self._unsent) or 0:]

    def _answer(self, end: Optional[float]) -> Dict[str, Any]:
        """The next answer, until a time."""
        while True:
            line = self._line(end)
            if line is None:
                raise self._gone()
            try:
                answer = json.loads(line)
                if "result" not in answer:
                    answer["error"]["message"], answer["error"]["code"]
            except (ValueError, KeyError, TypeError):
                if self._may_be_torn:
                    continue
                raise self._gone(line.decode(errors="replace")) from None
            found: Dict[str, Any] = answer
            return found

    def _line(self, end: Optional[float]) -> Optional[bytes]:
        """The next line; None at the end."""
        while True:
            line, found, rest = self._unread.partition(b"\n")
            if found or self._is_at_end:
                self._unread = rest
                return line if found else line or None
            if end is not None and not self._answered.poll(_milliseconds(end)):
                raise TimeoutError
            self._receive()

    def _receive(self) -> None:
        data = self._answers.read(1 << 16)
        if data:
            self._unread += data
        else:
            self._is_at_end = True

    def _gone(self, printed: str = "") -> BoardsimError:
        with contextlib.suppress(OSError):
            self._requests.close()
        status = self._end(monotonic() + 5, 5)
        said = "\n".join([printed, *self.said[-20:]]).strip()
        return BoardsimError(f"{self._program} is not boardsim, or it broke: status {status}\n{said}".strip())

    # The end

    def close(self, patience: float) -> Optional[int]:
        """Ends the process; its status."""
        end = monotonic() + patience
        with contextlib.suppress(OSError):
            self._requests.close()
        # A thread that waits for an answer gets it first.
        has_turn = self._turn.acquire(timeout=patience)
        try:
            return self._end(end, patience, reads=has_turn)
        finally:
            if has_turn:
                self._turn.release()

    def _end(self, end: float, patience: float, reads: bool = True) -> Optional[int]:
        if reads and not self._answers.closed:
            # The answer to a request that was given up may be too long for the pipe.
            with contextlib.suppress(OSError):
                while not self._is_at_end and self._answered.poll(_milliseconds(end)):
                    self._unread = b""
                    self._receive()
        try:
            self.process.wait(max(0.0, end - monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            self.said.append(f"(killed: it did not end within {patience:g} s)")
        if reads:
            self._answers.close()
        # Objects may be collected on any thread.
        if self.listener is not threading.current_thread():
            self.listener.join(patience)
        if not self.listener.is_alive() and self.process.stderr is not None:
            self.process.stderr.close()
        return self.process.returncode

    def _listen(self, number: int) -> None:
        with open(number, encoding="utf-8", errors="replace", closefd=False) as stream:
            for line in stream:
                self.said.append(line.rstrip())


def _milliseconds(end: Optional[float]) -> Optional[float]:
    """From now to a time, as `poll` wants it."""
    return None if end is None else max(0.0, (end - monotonic()) * 1000)


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
