"""The DevTools protocol with one tab of Chromium: https://chromedevtools.github.io/devtools-protocol/."""

import contextlib
import importlib
import itertools
import json
import queue
import threading
from typing import Any, Callable, Dict, Mapping

from ..program import BoardsimError

#: Seconds that Chromium may take for an answer.
PATIENCE = 30.0


class DevTools:
    """A session beside that of the driver, which hands on no events of the chooser. A thread takes events as they come."""

    def __init__(self, address: str, tab: str) -> None:
        # It has no types.
        self._library: Any = importlib.import_module("websocket")
        self._numbers = itertools.count(1)
        self._waiting: "Dict[int, queue.Queue[Dict[str, Any]]]" = {}
        self._listeners: Dict[str, Callable[[Mapping[str, Any]], None]] = {}
        # Chromium refuses origins that it was not told of, but not a program without one.
        self._socket = self._library.create_connection(
            f"ws://{address}/devtools/page/{tab}", timeout=PATIENCE, suppress_origin=True, http_no_proxy=["*"])
        self._socket.settimeout(None)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def listen(self, event: str, listener: Callable[[Mapping[str, Any]], None]) -> None:
        """Hands the parameters of an event to a function, in the thread of this session."""
        self._listeners[event] = listener

    def ask(self, method: str, **parameters: Any) -> Dict[str, Any]:
        """The result of a method."""
        number = next(self._numbers)
        answers: "queue.Queue[Dict[str, Any]]" = queue.Queue(1)
        self._waiting[number] = answers
        try:
            self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
            answer = answers.get(timeout=PATIENCE)
        except queue.Empty:
            raise BoardsimError(f"Chromium does not answer {method} within {PATIENCE:g} s") from None
        except (OSError, self._library.WebSocketException) as error:
            raise BoardsimError(f"Chromium has ended: {error}") from None
        finally:
            self._waiting.pop(number, None)
        if "error" in answer:
            raise BoardsimError(f"Chromium refuses {method}: {answer['error'].get('message')}")
        result: Dict[str, Any] = answer["result"]
        return result

    def close(self) -> None:
        """Ends the session; the tab stays."""
        with contextlib.suppress(OSError, self._library.WebSocketException):
            self._socket.close()
        self._reader.join(PATIENCE)

    def _read(self) -> None:
        with contextlib.suppress(OSError, self._library.WebSocketException):
            while True:
                text = self._socket.recv()
                if not text:
                    break
                message = json.loads(text)
                if "id" not in message:
                    listener = self._listeners.get(message["method"])
                    if listener is not None:
                        listener(message["params"])
                elif message["id"] in self._waiting:
                    self._waiting[message["id"]].put(message)
        for answers in list(self._waiting.values()):
            answers.put({"error": {"message": "the session has ended"}})
