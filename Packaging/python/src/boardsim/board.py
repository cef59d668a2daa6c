"""What a `Simulator` says of its boards."""

import dataclasses
from typing import Mapping, Optional, Tuple

from . import _state

Vector = Tuple[float, float, float]


@dataclasses.dataclass(frozen=True)
class Board:
    """A board of the scenario: its name there, its product, its firmware, its address on the air."""

    name: str
    model: str
    firmware: str
    address: str


@dataclasses.dataclass(frozen=True)
class Truth:
    """What a board really does at an instant of virtual time, and what surrounds it."""

    #: Virtual seconds.
    time: float
    #: Body to world (x east, y north, z up): w, x, y, z.
    orientation: Tuple[float, float, float, float]
    #: m, world.
    position: Vector
    #: m/s, world.
    velocity: Vector
    #: m/s², world, without gravity.
    acceleration: Vector
    #: g, in the board's axes: what an ideal accelerometer measures.
    force: Vector
    #: deg/s, in the board's axes.
    rotation: Vector
    #: µT, in the board's axes.
    magnetic_field: Vector
    #: °C.
    temperature: float
    #: hPa.
    pressure: float
    #: %.
    humidity: float
    #: lux.
    illuminance: float


@dataclasses.dataclass(frozen=True)
class BoardState(_state.BoardState):
    """What a board is and does now. Its parts have attributes, and can be read as mappings, too."""

    @property
    def board(self) -> Board:
        """Which board it is."""
        who = self.identity
        return Board(name=who.name, model=who.model, firmware=who.firmware, address=who.address)

    @property
    def connected(self) -> bool:
        """Whether a host is connected."""
        return self.link.connected

    @property
    def powered(self) -> bool:
        """False while the supply is cut or the radio is off."""
        return self.power.powered

    @property
    def resets(self) -> int:
        """Resets of any cause since the run began."""
        return self.power.resets

    @property
    def led(self) -> Mapping[str, float]:
        """Brightness of `red`, `green` and `blue`, 0 to 1."""
        return {"red": self.light.red, "green": self.light.green, "blue": self.light.blue}

    @property
    def vibrating(self) -> bool:
        """Whether a motor or buzzer runs."""
        return self.motor is not None and self.motor.running


@dataclasses.dataclass(frozen=True)
class Comparison:
    """How far a client's samples are from the truth, over all axes, as the expectation `error` has it."""

    #: Root mean square of the errors, in `unit`.
    rms: float
    #: The largest error of one axis; of a quaternion, the largest angle.
    largest: float
    #: Of the errors.
    unit: str
    #: Samples that were compared.
    samples: int
    #: Seconds by which the samples' times are late; None for samples without times, and if the truth hardly
    #: changes, so that any time fits.
    delay: Optional[float]
    #: Samples that the rate and the first and last time leave room for; None without both.
    missing: Optional[int]
    #: Of samples without times, when the first was made, in virtual seconds; None if any time fits.
    start: Optional[float] = None
