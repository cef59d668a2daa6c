"""Qt's QLowEnergyController: `with_qt.py ADDRESS ADAPTER-ADDRESS` streams until it is told a line."""

import sys

from PySide6.QtBluetooth import (
    QBluetoothAddress, QBluetoothDeviceDiscoveryAgent, QBluetoothUuid, QLowEnergyController, QLowEnergyService)
from PySide6.QtCore import QByteArray, QCoreApplication, QSocketNotifier, QUuid

from protocol import COMMAND, NOTIFICATION, START, STOP, notified

BOARD = "326a9000-85cb-9195-d9dd-464cfbbae75a"
CONFIGURATION = "00002902-0000-1000-8000-00805f9b34fb"


def uuid(text):
    return QBluetoothUuid(QUuid("{" + text + "}"))


class Session:
    def __init__(self, address, adapter):
        self.address, self.adapter = address, QBluetoothAddress(adapter)
        self.controller = None
        self.streams = False
        self.agent = QBluetoothDeviceDiscoveryAgent(self.adapter)
        self.agent.deviceDiscovered.connect(self.found)
        self.agent.errorOccurred.connect(lambda: self.fail(self.agent.errorString()))
        self.agent.start(QBluetoothDeviceDiscoveryAgent.DiscoveryMethod.LowEnergyMethod)

    def fail(self, words):
        print("error:", words, flush=True)
        QCoreApplication.exit(1)

    def found(self, device):
        if device.address().toString() != self.address or self.controller:
            return
        self.agent.stop()
        self.controller = QLowEnergyController.createCentral(device, self.adapter)
        self.controller.connected.connect(self.controller.discoverServices)
        self.controller.errorOccurred.connect(lambda _: self.fail(self.controller.errorString()))
        self.controller.discoveryFinished.connect(self.discovered)
        self.controller.disconnected.connect(lambda: QCoreApplication.exit(0))
        self.controller.connectToDevice()

    def discovered(self):
        self.board = self.controller.createServiceObject(uuid(BOARD))
        self.board.stateChanged.connect(self.changed)
        self.board.characteristicChanged.connect(self.notified)
        self.board.descriptorWritten.connect(self.subscribed)
        self.board.discoverDetails()

    def changed(self, state):
        if state == QLowEnergyService.ServiceState.RemoteServiceDiscovered:
            value = self.board.characteristic(uuid(NOTIFICATION))
            self.board.writeDescriptor(value.descriptor(uuid(CONFIGURATION)), QByteArray(b"\x01\x00"))

    def subscribed(self, *_):
        # Qt takes the values that it has read by itself until now for notifications, too.
        self.streams = True
        self.send(START)
        print("streams", flush=True)
        self.told = QSocketNotifier(0, QSocketNotifier.Type.Read)
        self.told.activated.connect(self.stop)

    def stop(self):
        self.told.setEnabled(False)
        self.send(STOP)

    def send(self, packets):
        command = self.board.characteristic(uuid(COMMAND))
        for packet in packets:
            self.board.writeCharacteristic(command, QByteArray(packet), QLowEnergyService.WriteMode.WriteWithoutResponse)

    def notified(self, _, value):
        if self.streams and notified(bytes(value.data())):
            self.controller.disconnectFromDevice()


application = QCoreApplication(sys.argv)
session = Session(*sys.argv[1:])
sys.exit(application.exec())
