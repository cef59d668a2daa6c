"""What a board is and does at an instant. Written by `boardsim schema --write`; do not edit."""

from __future__ import annotations

import dataclasses
from typing import Literal, Mapping, Optional, Sequence

from ._fields import Fields


@dataclasses.dataclass(frozen=True)
class BoardState(Fields):
    """What a board is and does at an instant."""

    #: Which board it is.
    identity: Identity
    #: Its supply.
    power: Power
    #: Charge in percent.
    battery: float
    #: Its link to a host.
    link: Link
    #: How it lies and moves, by the truth.
    pose: Pose
    #: Its LED.
    light: Light
    #: Whether the button is pressed.
    button: bool
    #: What surrounds it.
    surroundings: Surroundings
    #: What it streams, in words.
    streaming: Sequence[str]
    #: Its notifications since the run began, by their fate.
    notifications: Notifications
    #: Timers by their ids.
    timers: Mapping[str, Timer]
    #: Macros by their ids.
    macros: Mapping[str, Macro]
    #: What its sensor fusion has found; missing while that does not run.
    fused: Optional[Fused] = None
    #: Its motor or buzzer; missing without one.
    motor: Optional[Motor] = None
    #: V at each pin by its number, null for an open one; missing without pins.
    pins: Optional[Sequence[Optional[float]]] = None
    #: Its log; missing without one.
    log: Optional[Log] = None
    #: What feeds what; only pages have it.
    graph: Optional[Graph] = None


@dataclasses.dataclass(frozen=True)
class Identity(Fields):
    """Which board it is."""

    #: Its name in the scenario.
    name: str
    #: The product.
    model: str
    kind: Literal["metawear", "triki"]
    #: The firmware's revision.
    firmware: str
    #: The serial number.
    serial: str
    #: Its address on the air.
    address: str


@dataclasses.dataclass(frozen=True)
class Power(Fields):
    """Its supply."""

    #: `application`, `bootloader`, `asleep`, `off` …
    mode: str
    #: False while the supply is cut or the radio is off.
    powered: bool
    #: Resets of any cause since the run began.
    resets: int
    #: Seconds since the firmware began.
    uptime: Optional[float] = None
    #: mA from the battery; negative while it is charged.
    current: Optional[float] = None
    #: V of the battery.
    volts: Optional[float] = None
    #: Whether a charger is connected.
    charger: Optional[bool] = None
    #: Whether it charges the battery.
    charging: Optional[bool] = None


@dataclasses.dataclass(frozen=True)
class Link(Fields):
    """Its link to a host."""

    state: Literal["usb", "connected", "advertising", "silent"]
    #: Whether a host is connected, by radio or USB.
    connected: bool
    #: Whether it advertises.
    advertising: bool
    #: Packets that were sent again.
    retransmissions: int
    #: Whether nothing gets through, for interference or range.
    muffled: bool
    #: Who is connected, with the address.
    peer: Optional[str] = None
    #: dBm, as a host receives it.
    rssi: Optional[int] = None
    #: ms.
    interval: Optional[float] = None
    #: Events that the board may skip.
    latency: Optional[int] = None
    #: ms.
    timeout: Optional[float] = None
    #: Bytes.
    mtu: Optional[int] = None
    #: From the board to the host.
    phy: Optional[str] = None
    #: Whether the link is encrypted.
    encrypted: Optional[bool] = None
    #: Packets that wait to be sent.
    queued: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class Pose(Fields):
    """How it lies and moves, by the truth."""

    #: Body to world (x east, y north, z up): w, x, y, z.
    orientation: Sequence[float]
    #: m, world.
    position: Sequence[float]
    #: g, in the board's axes: what an ideal accelerometer measures.
    force: Sequence[float]
    #: deg/s, in the board's axes.
    rotation: Sequence[float]
    motion: Literal["scenario", "hand"]
    #: Whether the scenario has a motion for it.
    scripted: bool
    #: Whether it moves.
    moving: bool


@dataclasses.dataclass(frozen=True)
class Fused(Fields):
    """What its sensor fusion has found; missing while that does not run."""

    #: As the firmware's documents call it: `ndof`.
    mode: str
    #: 0 to 3 of accelerometer, gyroscope and magnetometer.
    accuracy: Sequence[int]
    #: Body to world: w, x, y, z.
    orientation: Optional[Sequence[float]] = None
    #: Degrees from the truth.
    error: Optional[float] = None
    #: Degrees from the true heading.
    heading: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Light(Fields):
    """Its LED."""

    #: Brightness, 0 to 1.
    red: float
    #: Brightness, 0 to 1.
    green: float
    #: Brightness, 0 to 1.
    blue: float
    #: What the host's last command about patterns was: `playing`.
    mode: Optional[str] = None
    #: What a host has programmed, by colour.
    patterns: Optional[Mapping[str, Pattern]] = None


@dataclasses.dataclass(frozen=True)
class Pattern(Fields):
    """What a host has programmed, by colour."""

    kind: Literal["pulse", "blink"]
    #: Brightness at its height, 0 to 31.
    high: int
    #: Brightness between, 0 to 31.
    low: int
    #: ms.
    rise: int
    #: ms.
    hold: int
    #: ms.
    fall: int
    #: ms.
    period: int
    #: ms.
    delay: int
    #: Whether it plays.
    playing: bool
    #: How often; missing for ever.
    repeats: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class Motor(Fields):
    """Its motor or buzzer; missing without one."""

    #: Whether it runs.
    running: bool
    #: Duty cycle, 0 to 1.
    duty: float
    #: Whether it drives a buzzer.
    buzzer: bool


@dataclasses.dataclass(frozen=True)
class Surroundings(Fields):
    """What surrounds it."""

    #: °C.
    temperature: float
    #: lx.
    light: float
    #: %.
    humidity: float
    #: hPa.
    pressure: float
    #: m to the hosts.
    distance: float
    #: m to the nearest object; missing without one.
    nearest: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Log(Fields):
    """Its log; missing without one."""

    #: Whether it records.
    recording: bool
    #: Entries that can be read out.
    entries: int
    #: Used part, 0 to 1.
    fill: float
    #: Entries recorded since the run began.
    recorded: int
    #: Entries refused because it was full.
    refused: int
    #: Pages given up for newer ones.
    recycled: int
    #: Whether a host has enabled it.
    enabled: Optional[bool] = None
    #: Whether new entries take the place of old ones.
    circular: Optional[bool] = None
    #: Whether it is full.
    full: Optional[bool] = None
    #: Pages in use.
    used: Optional[int] = None
    #: Pages of the flash.
    pages: Optional[int] = None
    #: Loggers by their ids.
    loggers: Optional[Mapping[str, Logger]] = None


@dataclasses.dataclass(frozen=True)
class Logger(Fields):
    """Loggers by their ids."""

    #: The signal in words.
    source: str
    #: The first byte.
    offset: int
    #: Bytes.
    length: int


@dataclasses.dataclass(frozen=True)
class Notifications(Fields):
    """Its notifications since the run began, by their fate."""

    #: Notifications that the firmware made.
    made: int
    #: Notifications that the link took.
    sent: int
    #: Notifications dropped because the buffers were full.
    dropped: int
    #: Notifications that wait for a buffer.
    waiting: int


@dataclasses.dataclass(frozen=True)
class Graph(Fields):
    """What feeds what; only pages have it."""

    #: By their ids, in the order in which they were found.
    nodes: Mapping[str, Node]
    #: Two ids each: from, to.
    edges: Sequence[Sequence[str]]


@dataclasses.dataclass(frozen=True)
class Node(Fields):
    """By their ids, in the order in which they were found."""

    #: `signal`, `processor`, `logger`, `event`, `timer`, `macro` or `host`.
    kind: str
    #: In words.
    title: str
    #: How it is configured.
    about: Optional[str] = None
    #: The last datum, in words.
    value: Optional[str] = None
    #: How many data there were.
    count: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class Timer(Fields):
    """Timers by their ids."""

    #: ms.
    period: int
    #: Whether it runs.
    running: bool
    #: How often; missing for ever.
    repeats: Optional[int] = None
    #: How often from now on.
    left: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class Macro(Fields):
    """Macros by their ids."""

    #: Its commands in words.
    commands: Sequence[str]
    #: Whether it runs when the firmware starts.
    boot: bool
