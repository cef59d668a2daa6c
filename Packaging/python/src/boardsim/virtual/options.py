"""How a run in virtual time goes."""

import dataclasses
from typing import Any, Mapping, Union

from ..program import BoardsimError


@dataclasses.dataclass(frozen=True)
class VirtualTimeOptions:
    """The options of `Simulator(…, virtual=…)`, with their defaults."""

    #: The longest virtual time, in seconds; a day by default.
    limit: float = 86_400.0
    #: What `time.time()` is when virtual time is zero, in seconds since 1970; 2026-01-01T00:00:00Z by default.
    epoch: int = 1_767_225_600
    #: How often the loop may turn at one moment of virtual time, and how often a clock may be read in one turn.
    most_turns: int = 1_000_000
    #: How many virtual seconds may pass without anything for the program, when every task waits and no timer is left.
    stalled_after: float = 3_600.0
    #: How many real seconds to wait for other threads, and for descriptors that do not lead to boardsim, each time before time
    #: moves; no time by default.
    grace: float = 0.0
    #: How many real seconds jobs in threads and child processes may take, for which time stands still.
    patience: float = 60.0

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value, least = getattr(self, field.name), 0 if field.name in ("epoch", "grace") else None
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not is_number or not (0 < value < float("inf") or value == least):
                raise BoardsimError(
                    f"virtual: `{field.name}` is {value!r}; write a number {'of at least' if least == 0 else 'above'} 0")
        if self.epoch != int(self.epoch):
            raise BoardsimError(f"virtual: `epoch` is {self.epoch!r}; write whole seconds")

    @classmethod
    def of(cls, given: "Union[bool, Mapping[str, Any], VirtualTimeOptions]") -> "VirtualTimeOptions":
        """The options as they were given: `True` for the defaults, or some of them by name."""
        if isinstance(given, cls):
            return given
        if given is True:
            return cls()
        if not isinstance(given, Mapping):
            raise BoardsimError(f"virtual: {given!r} is neither True nor a mapping of options")
        names = [field.name for field in dataclasses.fields(cls)]
        for name in given:
            if name not in names:
                raise BoardsimError(f"virtual: unknown option `{name}`; the options are: {', '.join(names)}")
        return cls(**given)
