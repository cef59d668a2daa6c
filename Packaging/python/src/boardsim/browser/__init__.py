"""Web apps that use Web Bluetooth, in a Chromium on a simulator's bus.

    with Simulator("desk.yaml", radio="bluez-bus") as simulator, Browser(simulator) as page:
        page.open("index.html")
        page.click("#connect")
        page.choose()
        page.until("document.title === 'connected'")
"""

from .browser import Browser
from .chooser import Device
from .console import Message

__all__ = ["Browser", "Device", "Message"]
