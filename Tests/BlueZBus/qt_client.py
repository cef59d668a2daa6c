"""Qt's QLowEnergyController, unmodified: `qt_client.py ADDRESS` connects to a board, reads, writes and is notified.

Prints a line for each step; ends with status 1 and Qt's words at an error, or after a minute.
"""

import sys

from PySide6.QtBluetooth import (QBluetoothDeviceDiscoveryAgent, QBluetoothUuid, QLowEnergyController,
                                 QLowEnergyService)
from PySide6.QtCore import QByteArray, QCoreApplication, QTimer, QUuid

BOARD = "326a9000-85cb-9195-d9dd-464cfbbae75a"
COMMAND = "326a9001-85cb-9195-d9dd-464cfbbae75a"
ANSWERS = "326a9006-85cb-9195-d9dd-464cfbbae75a"
INFORMATION, FIRMWARE = (f"0000{short}-0000-1000-8000-00805f9b34fb" for short in ("180a", "2a26"))
CONFIGURATION = "00002902-0000-1000-8000-00805f9b34fb"


def uuid(text):
    return QBluetoothUuid(QUuid("{" + text + "}"))


class Session:
    def __init__(self, address):
        self.address = address
        self.services = {}
        self.controller = None
        self.has_asked = False
        self.agent = QBluetoothDeviceDiscoveryAgent()
        self.agent.deviceDiscovered.connect(self.found)
        self.agent.errorOccurred.connect(lambda: self.fail(self.agent.errorString()))
        self.agent.finished.connect(lambda: self.controller or self.fail("the board was not found"))
        self.agent.setLowEnergyDiscoveryTimeout(20_000)
        self.agent.start(QBluetoothDeviceDiscoveryAgent.DiscoveryMethod.LowEnergyMethod)

    def fail(self, words):
        print("error:", words, flush=True)
        QCoreApplication.exit(1)

    def say(self, *words):
        print(*words, flush=True)

    def found(self, device):
        if device.address().toString() != self.address or self.controller:
            return
        self.say("found", device.name())
        self.agent.stop()
        self.controller = QLowEnergyController.createCentral(device)
        self.controller.connected.connect(self.connected)
        self.controller.errorOccurred.connect(lambda _: self.fail(self.controller.errorString()))
        self.controller.discoveryFinished.connect(self.discovered)
        self.controller.disconnected.connect(self.disconnected)
        self.controller.connectToDevice()

    def connected(self):
        self.say("connected")
        self.controller.discoverServices()

    def discovered(self):
        for name in (INFORMATION, BOARD):
            service = self.controller.createServiceObject(uuid(name))
            if service is None:
                return self.fail(f"no service {name}")
            self.services[name] = service
            service.stateChanged.connect(lambda state, name=name: self.changed(name, state))
            service.characteristicRead.connect(lambda _, value: self.say("read", bytes(value.data()).decode()))
            service.characteristicChanged.connect(self.notified)
            service.descriptorWritten.connect(self.subscribed)
            service.discoverDetails()

    def changed(self, name, state):
        if state != QLowEnergyService.ServiceState.RemoteServiceDiscovered:
            return
        service = self.services[name]
        if name == INFORMATION:
            service.readCharacteristic(service.characteristic(uuid(FIRMWARE)))
        else:
            value = service.characteristic(uuid(ANSWERS))
            service.writeDescriptor(value.descriptor(uuid(CONFIGURATION)), QByteArray(b"\x01\x00"))

    def subscribed(self, _, value):
        self.say("subscribed", bytes(value.data()).hex())
        self.has_asked = True
        board = self.services[BOARD]
        board.writeCharacteristic(board.characteristic(uuid(COMMAND)), QByteArray(b"\x01\x80"),
                                  QLowEnergyService.WriteMode.WriteWithoutResponse)

    def notified(self, _, value):
        # Qt takes the values that it reads by itself for notifications, too.
        if not self.has_asked:
            return
        self.say("notified", bytes(value.data()).hex())
        self.controller.disconnectFromDevice()

    def disconnected(self):
        self.say("disconnected")
        QCoreApplication.exit(0)


application = QCoreApplication(sys.argv)
session = Session(sys.argv[1])
QTimer.singleShot(60_000, lambda: session.fail("a minute is over"))
sys.exit(application.exec())
