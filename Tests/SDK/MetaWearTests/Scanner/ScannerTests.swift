import CoreBluetooth
import Foundation
import JudgedDesk
import MetaWearBoard
import MetaWearSimulator
import Testing
import VirtualTime

@testable import MetaWear

/// The scanner in front of a desk with boards.
@Suite struct ScannerTests {
    @Test func `boards are found, connected and read`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let boards = [
            try desk.add(.metaMotionS).identifier, try desk.add(.metaMotionRL).identifier,
        ]
        try await withJudgedDesk(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            #expect(scanner.bluetoothState == nil && !scanner.isBluetoothUnavailable)
            scanner.startScan()
            scanner.startScan()
            #expect(scanner.isScanning)
            try await Task.sleep(for: .seconds(5))
            #expect(scanner.bluetoothState == .poweredOn)
            #expect(Set(scanner.discoveredDevices.keys) == Set(boards))
            for board in boards {
                #expect(scanner.advertisedNames[board] == "MetaWear")
                #expect(try (-127..<0).contains(#require(scanner.advertisementRSSI[board])))
                let age = try -#require(scanner.advertisementLastSeen[board]).timeIntervalSinceNow
                #expect((0..<3).contains(age))
            }
            scanner.stopScan()
            #expect(!scanner.isScanning && scanner.discoveredDevices.count == 2)
            for device in scanner.discoveredDevices.values {
                try await device.connect()
                let battery = try await device.readBattery()
                #expect(battery.charge == 100)
                #expect(try await device.readRSSI() < 0)
                try await device.disconnect()
            }
        }
    }

    @Test func `a stopped scan hears nothing, and the next one goes on`() async throws {
        let desk = SimulatedDesk()
        let board = try desk.add(.metaMotionS).identifier
        try await withVirtualTime(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            scanner.startScan()
            try await Task.sleep(for: .seconds(5))
            scanner.stopScan()
            let seen = try #require(scanner.advertisementLastSeen[board])
            scanner.clearAdvertisedName(for: board)
            try await Task.sleep(for: .seconds(60))
            #expect(scanner.advertisementLastSeen[board] == seen)
            #expect(scanner.advertisedNames == [:])
            scanner.startScan()
            try await Task.sleep(for: .seconds(5))
            #expect(scanner.advertisedNames == [board: "MetaWear"])
            #expect(try #require(scanner.advertisementLastSeen[board]) > seen)
        }
    }

    @Test func `a known identifier needs no scan and keeps its device`() async throws {
        let desk = SimulatedDesk()
        let board = try desk.add(.metaMotionS).identifier
        try await withJudgedDesk(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            let device = scanner.device(forKnownIdentifier: board)
            #expect(scanner.device(forKnownIdentifier: board) === device)
            #expect(scanner.discoveredDevices.isEmpty)
            try await device.connect()
            try await device.disconnect()
            scanner.startScan()
            try await Task.sleep(for: .seconds(5))
            #expect(scanner.discoveredDevices[board] === device)
            #expect(scanner.device(forKnownIdentifier: board) === device)
        }
    }

    @Test func `other names are heard, but are no devices`() async throws {
        let desk = SimulatedDesk()
        let board = try desk.add(.metaMotionS).identifier
        try await withJudgedDesk(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            let device = scanner.device(forKnownIdentifier: board)
            try await device.connect()
            try await device.send(MWSettings.SetDeviceName("Kettle"))
            try await device.disconnect()
            scanner.startScan()
            try await Task.sleep(for: .seconds(5))
            #expect(scanner.advertisedNames == [board: "Kettle"])
            #expect(scanner.discoveredDevices.isEmpty)
        }
    }

    @Test func `the radio's state is reported`() async throws {
        let desk = SimulatedDesk()
        desk.radioState = .poweredOff
        let board = try desk.add(.metaMotionS).identifier
        try await withVirtualTime(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            scanner.startScan()
            try await Task.sleep(for: .seconds(5))
            #expect(scanner.bluetoothState == .poweredOff && scanner.isBluetoothUnavailable)
            desk.radioState = .poweredOn
            try await Task.sleep(for: .seconds(5))
            #expect(scanner.bluetoothState == .poweredOn && !scanner.isBluetoothUnavailable)
            #expect(scanner.discoveredDevices[board] != nil)
        }
    }

    @Test func `a scan keeps no scanner alive`() async throws {
        let desk = SimulatedDesk()
        try desk.add(.metaMotionS)
        try await withVirtualTime(desk) { @MainActor in
            weak var gone: MetaWearScanner?
            do {
                let scanner = MetaWearScanner(radio: desk.radio)
                gone = scanner
                scanner.startScan()
                try await Task.sleep(for: .seconds(5))
                #expect(scanner.discoveredDevices.count == 1)
            }
            try await Task.sleep(for: .seconds(5))
            #expect(gone == nil)
        }
    }
}
