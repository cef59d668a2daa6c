"""A MetaWear board in software, as a fixture of pytest.

    async def test_firmware(boardsim):
        simulator = boardsim({"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S"}]})
        radio = await open_transport(simulator.bumble)
        …
"""

from .program import BoardsimError
from .simulator import Board, Simulator

__all__ = ["Board", "BoardsimError", "Simulator"]
