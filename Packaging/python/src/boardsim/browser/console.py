"""What a page says on its console, and the errors that it did not catch."""

import dataclasses
from typing import Any, List, Mapping

from .devtools import DevTools


@dataclasses.dataclass(frozen=True)
class Message:
    """A line of the console."""

    #: `error`, `warning`, `info`, `log`, `debug` …
    level: str
    text: str
    #: The file and its line, if Chromium says where it was.
    place: str

    def __str__(self) -> str:
        return f"{self.level}: {self.text}" + (f" ({self.place})" if self.place else "")


class Console:
    """All messages of a tab since it was opened."""

    def __init__(self, tools: DevTools) -> None:
        self.messages: List[Message] = []
        tools.listen("Runtime.consoleAPICalled", self._called)
        tools.listen("Runtime.exceptionThrown", self._thrown)
        tools.listen("Log.entryAdded", self._added)
        tools.ask("Runtime.enable")
        tools.ask("Log.enable")

    def _add(self, level: str, text: str, where: Mapping[str, Any]) -> None:
        url = where.get("url", "")
        place = f"{url}:{where['lineNumber'] + 1}" if url and "lineNumber" in where else url
        self.messages.append(Message(level, text, place))

    def _called(self, event: Mapping[str, Any]) -> None:
        words = [str(each.get("value", each.get("description", each.get("type")))) for each in event["args"]]
        frames = event.get("stackTrace", {}).get("callFrames") or [{}]
        self._add(event["type"], " ".join(words), frames[0])

    def _thrown(self, event: Mapping[str, Any]) -> None:
        details = event["exceptionDetails"]
        exception = details.get("exception", {})
        self._add("error", f"{details['text']} {exception.get('description', exception.get('value', ''))}".rstrip(), details)

    def _added(self, event: Mapping[str, Any]) -> None:
        entry = event["entry"]
        self._add(entry["level"], entry["text"], entry)
