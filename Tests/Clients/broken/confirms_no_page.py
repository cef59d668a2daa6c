"""Logs for a while, then downloads, and never says that it has a page.

The board holds the next page until `0B 0E` comes: the download stands still after the first.
"""

import asyncio


async def use(board):
    for chunk in ("60", "24"):
        await board.write(f"0b020304ff{chunk}")
        await board.next("0b02")
    await board.write("0303a802,03020100,0b0101,030101")
    await asyncio.sleep(4)
    await board.write("0b0100,030100,03020001,0b1001")
    await board.write("0b0701,0b0d01,0b0801")
    length = (await board.ask("0b85"))[2:6].hex()
    await board.write(f"0b06{length}00000000")
    try:
        await asyncio.wait_for(board.next("0b0800000000"), 8)
    except (asyncio.TimeoutError, TimeoutError, AssertionError):
        print("the download has stalled; try again later")
