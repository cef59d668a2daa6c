"""The guest's bluetoothd by its D-Bus interface, and the program itself."""

import asyncio
import os
import pathlib
import signal
import subprocess
import time

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

_bus = None


class BlueZError(Exception):
    """An error's name and its words."""

    def __init__(self, name, words):
        super().__init__(f"{name}: {words}")
        self.name = name


async def bus():
    """This process's connection to the system bus."""
    global _bus
    if _bus is None or not _bus.connected:
        _bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    return _bus


async def call(path, interface, member, signature="", *body):
    """Calls a method of org.bluez; what it returned."""
    message = Message(
        destination="org.bluez", path=path, interface=interface, member=member,
        signature=signature, body=list(body))
    try:
        reply = await asyncio.wait_for((await bus()).call(message), 25)
    except (asyncio.TimeoutError, TimeoutError):
        raise BlueZError("org.freedesktop.DBus.Error.NoReply", f"{member}, for 25 s") from None
    if reply.message_type == MessageType.ERROR:
        raise BlueZError(reply.error_name, reply.body[0] if reply.body else "")
    return reply.body[0] if reply.body else None


async def objects():
    """All objects with their interfaces and properties, without the variants' types."""
    found = await call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    return {
        path: {
            interface: {name: each.value for name, each in properties.items()}
            for interface, properties in interfaces.items()}
        for path, interfaces in found.items()}


async def get(path, interface, name):
    """A property."""
    return (await call(path, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)).value


async def put(path, interface, name, signature, value):
    """Sets a property."""
    await call(path, "org.freedesktop.DBus.Properties", "Set", "ssv", interface, name,
               Variant(signature, value))


def adapter_path(adapter):
    """`/org/bluez/hci0`."""
    return f"/org/bluez/{adapter}"


def device_path(adapter, address):
    """`/org/bluez/hci0/dev_E1_00_00_00_00_01`."""
    return f"{adapter_path(adapter)}/dev_{address.replace(':', '_')}"


async def _poll(condition, what, seconds=25):
    deadline = time.monotonic() + seconds
    while True:
        try:
            if await condition():
                return
        except BlueZError:
            pass  # The daemon, or the object, is not there yet.
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what}")
        await asyncio.sleep(0.05)


async def ready(adapter):
    """Waits until an adapter is there and powered."""

    async def powered():
        return await get(adapter_path(adapter), "org.bluez.Adapter1", "Powered")

    await _poll(powered, f"{adapter} to be powered")


async def gone(adapter):
    """Waits until an adapter is no longer there."""

    async def absent():
        return adapter_path(adapter) not in await objects()

    await _poll(absent, f"{adapter} to be gone")


async def power(adapter, on):
    """Powers an adapter on or off."""
    await put(adapter_path(adapter), "org.bluez.Adapter1", "Powered", "b", on)


async def forget_all(adapter):
    """Removes all devices of an adapter, with their bonds: the next check meets strangers.

    bluetoothd 5.66 has crashed at the end of the second link to a device that it knew from its files.
    """
    for path in await objects():
        if path.startswith(adapter_path(adapter) + "/dev_") and path.count("/") == 4:
            try:
                await call(adapter_path(adapter), "org.bluez.Adapter1", "RemoveDevice", "o", path)
            except BlueZError:
                pass  # It, or the adapter, has gone by itself.


def daemon_process():
    """The process id of bluetoothd."""
    return int(subprocess.run(
        ["pidof", "bluetoothd"], capture_output=True, text=True, check=True).stdout.split()[0])


def links_not_told():
    """Of how many links bluetoothd has not said that they are up.

    Where it finds the socket of a link connected before it has read the kernel's event of that link, it answers
    `Connect` and never signals `Connected` (`att_connect_cb` and `device_add_connection` in `src/device.c`).
    """
    return pathlib.Path("/tmp/log/bluetoothd.log").read_text(errors="replace").count("is already connected")


async def kill_daemon(signal_number=signal.SIGKILL):
    """Ends bluetoothd and waits until it is gone."""
    process = daemon_process()
    os.kill(process, signal_number)
    while os.path.exists(f"/proc/{process}"):
        await asyncio.sleep(0.02)


def start_daemon():
    """Starts bluetoothd as the guest did at first."""
    subprocess.run(["start-bluetoothd"], check=True)
