"""Streams acceleration, and goes from 8 to 16 g without stopping the sensor.

The chip takes rate and range while it stands: real samples would be scaled by the wrong range.
"""


async def use(board):
    await board.write("0303a802,030401,03020100,030101")
    await board.next("0304")
    await board.write("0303a803")
    await board.next("0304")
    await board.write("030100,03020001,030400")
