"""MetaWear sensor boards in software, for Python programs and their tests.

    from boardsim import Simulator

    with Simulator({"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S"}]}) as simulator:
        simulator.move({"turn": {"by": "90 deg", "about": "z", "for": "1 s"}})
        simulator.step(2)
        print(simulator.truth().orientation)
"""

from typing import TYPE_CHECKING, Any

from .board import Board, BoardState, Comparison, Truth
from .program import BoardsimError
from .report import Report
from .simulator import Simulator
from .virtual import LimitReached, Livelock, Stalled, VirtualTimeError, VirtualTimeOptions
from .world import World

if TYPE_CHECKING:
    from .pytest_plugin import Boards as Boards

# Without `Boards`: it needs pytest, and `from boardsim import *` must not.
__all__ = [
    "Board", "BoardState", "BoardsimError", "Comparison", "LimitReached", "Livelock", "Report", "Simulator", "Stalled", "Truth",
    "VirtualTimeError", "VirtualTimeOptions", "World",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`Boards`, the type of the fixture `boardsim`, once somebody asks for it: only then is pytest imported."""
    if name == "Boards":
        from .pytest_plugin import Boards
        return Boards
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
