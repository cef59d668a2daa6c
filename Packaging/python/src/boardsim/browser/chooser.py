"""The prompt in which a person chooses a device for a page, answered by a test."""

import dataclasses
import threading
from typing import Any, Callable, Mapping, Optional, Tuple

from ..program import BoardsimError
from .devtools import DevTools


@dataclasses.dataclass(frozen=True)
class Device:
    """A line of the chooser."""

    #: The address on the air: `E1:00:00:00:00:01`.
    address: str
    #: What the device calls itself; for one without a name, Chromium's words for it.
    name: str


class Chooser:
    """What the prompt of a tab shows; there is one at a time."""

    def __init__(self, tools: DevTools) -> None:
        self._tools = tools
        self._changed = threading.Condition()
        self._prompt: Optional[str] = None
        self._devices: Tuple[Device, ...] = ()
        # Its last news may be on the way while it is answered.
        self._answered: Optional[str] = None
        tools.listen("DeviceAccess.deviceRequestPrompted", self._prompted)
        tools.ask("DeviceAccess.enable")

    @property
    def devices(self) -> Tuple[Device, ...]:
        """What is shown now; nothing while no chooser is open."""
        with self._changed:
            return self._devices

    def select(self, is_wanted: Callable[[Device], bool], wanted: str, seconds: float) -> Device:
        """Waits until a device is shown, and chooses it; `wanted` is for the message of an error."""

        def found() -> Optional[Device]:
            return next(filter(is_wanted, self._devices), None)

        with self._changed:
            self._changed.wait_for(lambda: self._prompt and found(), seconds)
            device = found()
            if device is None:
                raise BoardsimError(self._missing(wanted, seconds))
            prompt = self._take()
        self._tools.ask("DeviceAccess.selectPrompt", id=prompt, deviceId=device.address)
        return device

    def cancel(self, seconds: float) -> None:
        """Waits until a chooser is open, and closes it as a person does who wants none of the devices."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._prompt, seconds):
                raise BoardsimError(self._missing("", seconds))
            prompt = self._take()
        self._tools.ask("DeviceAccess.cancelPrompt", id=prompt)

    def _take(self) -> Optional[str]:
        self._answered, self._prompt, self._devices = self._prompt, None, ()
        return self._answered

    def _missing(self, wanted: str, seconds: float) -> str:
        if self._prompt is None:
            return (f"the page has opened no chooser within {seconds:g} s; it may call requestDevice only when a person did "
                    "something, for example after `click`")
        shown = ", ".join(f"{device.name} ({device.address})" for device in self._devices)
        return f"the chooser does not show {wanted} within {seconds:g} s; it shows {shown or 'nothing'}"

    def _prompted(self, event: Mapping[str, Any]) -> None:
        """A chooser was opened, or what it shows has changed."""
        with self._changed:
            if event["id"] == self._answered:
                return
            self._prompt = event["id"]
            self._devices = tuple(Device(address=each["id"], name=each["name"]) for each in event["devices"])
            self._changed.notify_all()
