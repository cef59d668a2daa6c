"""MetaWear sensor boards in software, for Python programs and their tests.

    from boardsim import Simulator

    with Simulator({"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S"}]}) as simulator:
        simulator.move({"turn": {"by": "90 deg", "about": "z", "for": "1 s"}})
        simulator.step(2)
        print(simulator.truth().orientation)
"""

from .program import BoardsimError
from .simulator import Board, BoardState, Simulator, Truth

__all__ = ["Board", "BoardState", "BoardsimError", "Simulator", "Truth"]
__version__ = "0.1.0"
