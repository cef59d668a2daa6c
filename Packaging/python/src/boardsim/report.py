"""The types of a report: report.json as docs/report-format.md has it, in its main parts.

A field that does not apply is left out, so that no field is certain to be there; fields may be added.
"""

from typing import Any, Dict, List, TypedDict


class ScenarioName(TypedDict, total=False):
    """Which scenario ran."""

    name: str
    file: str
    hash: str


class Ending(TypedDict, total=False):
    """How the run ended: `finished`, `deadline` or `interrupted`."""

    kind: str
    detail: str


class BoardReport(TypedDict, total=False):
    """One board at the end of the run."""

    name: str
    model: str
    firmware: str
    address: str
    quirks: List[str]
    resets: int
    notificationsMade: int
    notificationsSent: int
    notificationsDropped: int
    notificationsDiscarded: int
    retransmissions: int
    entriesRecorded: int
    entriesRefused: int
    pagesRecycled: int
    logLength: int
    logFill: float


class StepReport(TypedDict, total=False):
    """One step of a client's script."""

    title: str
    line: int
    startedSeconds: float
    endedSeconds: float
    outcome: str
    reason: str
    detail: str


class SeriesReport(TypedDict, total=False):
    """What a client received of one signal."""

    board: str
    signal: str
    unit: str
    axes: List[str]
    source: str
    rateHertz: float
    made: int
    received: int
    dropped: int
    missing: int
    unheard: int
    rootMeanSquareError: float
    largestError: float
    errorUnit: str
    meanLatencySeconds: float
    largestLatencySeconds: float
    file: str


class ClientReport(TypedDict, total=False):
    """One client of the scenario."""

    name: str
    steps: List[StepReport]
    series: List[SeriesReport]


class LinkReport(TypedDict, total=False):
    """One connection of a host."""

    board: str
    peer: str
    peerIsRandom: bool
    role: str
    beganSeconds: float
    endedSeconds: float
    reason: str
    lost: bool
    notificationsReceived: int
    packetsReceived: int
    packetsSent: int


class HostReport(TypedDict, total=False):
    """One program that attached to the radio."""

    name: str
    origin: str
    attachedSeconds: float
    leftSeconds: float
    ending: str
    links: List[LinkReport]
    moreLinks: int


class ExpectationReport(TypedDict, total=False):
    """One expectation: `held`, `failed`, `undecided` or `unreached`."""

    title: str
    line: int
    verdict: str
    decidedSeconds: float
    deadlineSeconds: float
    detail: str


class Finding(TypedDict, total=False):
    """One breach of a rule by the client under test."""

    key: str
    rule: str
    severity: str
    title: str
    section: str
    why: str
    fix: str
    board: str
    line: int
    connection: int
    source: str
    module: str
    register: str
    packet: str
    words: str
    detail: str
    count: int
    firstSeconds: float
    lastSeconds: float
    waiver: Dict[str, str]


class JudgedClient(TypedDict, total=False):
    """What the judge says of the client under test."""

    passed: bool
    verdict: str
    findings: List[Finding]
    scoreCards: List[Dict[str, Any]]
    comparison: Dict[str, List[str]]
    strict: bool


class Report(TypedDict, total=False):
    """The report of a run."""

    format: str
    version: int
    scenario: ScenarioName
    seed: int
    durationSeconds: float
    ending: Ending
    passed: bool
    verdict: str
    traceHash: str
    notes: List[str]
    timings: Dict[str, float]
    boards: List[BoardReport]
    clients: List[ClientReport]
    hosts: List[HostReport]
    expectations: List[ExpectationReport]
    client: JudgedClient
