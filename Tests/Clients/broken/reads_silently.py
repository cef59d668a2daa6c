"""Reads the temperature and waits: with the silent bit, as if it meant "quietly, please".

The board answers reads of 80 and the register. With C0 the value goes to loggers on the board, of which
there is none: the answer never comes.
"""

import asyncio


async def use(board):
    await board.write("04c100")
    try:
        await asyncio.wait_for(board.next("0481"), 4)
    except (asyncio.TimeoutError, TimeoutError, AssertionError):
        print("no temperature; perhaps the battery is low?")
