import CoreBluetooth
import Foundation
import JudgedDesk
import MetaWearBoard
import MetaWearSimulator
import Observation
import Synchronization
import Testing
import VirtualTime

@testable import MetaWear

/// Counts from any thread.
private final class ChangeCount: Sendable {
    private let changes = Atomic<Int>(0)
    var count: Int { changes.load(ordering: .relaxed) }
    func add() { changes.add(1, ordering: .relaxed) }
}

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

    @Test func `what admits an advertisement`() {
        let address = Data([0x6D, 0x62, 0xA4, 0xA6, 0xCE, 0xA4, 0xAA, 0xED])
        let service = "326a9000-85cb-9195-d9dd-464cfbbae75a"
        let update = "00001530-1212-efde-1523-785feabcd123"
        typealias Row = (
            name: String?, services: [String], data: Data?, isBoard: Bool, isBoot: Bool
        )
        let rows: [Row] = [
            ("MetaWear", [], nil, true, false), ("MetaWear 5", [], nil, true, false),
            ("Kettle", [service.uppercased()], nil, true, false),
            (nil, [service], nil, true, false), (nil, [], address, true, false),
            (nil, [], Data(address.prefix(7)), false, false),
            ("Kettle", ["180F"], nil, false, false),
            ("MetaBoot", [], nil, false, true), (nil, [update], nil, false, true),
            ("MetaBoots", [], nil, false, false),
        ]
        for row in rows {
            #expect(
                MetaWearScanner.isMetaWearAdvertisement(
                    name: row.name, serviceUUIDs: row.services, manufacturerData: row.data)
                    == row.isBoard)
            #expect(
                MetaWearScanner.isMetaBootAdvertisement(
                    name: row.name, serviceUUIDs: row.services) == row.isBoot)
        }
    }

    @Test func `boards in their bootloader are found in their own mode`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionS).identifier
        let other = try desk.add(.metaMotionRL).identifier
        try await withJudgedDesk(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            scanner.startScan()
            try await Task.sleep(for: .seconds(3))
            let device = try #require(scanner.discoveredDevices[board])
            try await device.connect()
            try await device.sendExpectingDisconnect(MWDebug.JumpToBootloader())
            try await Task.sleep(for: .seconds(5))
            // Not in the mode of applications.
            #expect(scanner.discoveredMetaBootDevices.isEmpty)
            scanner.setScanMode(.metaBoot)
            #expect(scanner.scanMode == .metaBoot && scanner.discoveredDevices.isEmpty)
            #expect(scanner.device(forKnownIdentifier: board) === device)
            try await Task.sleep(for: .seconds(1))
            let found = [board: MetaBootAdvertisement(identifier: board)]
            #expect(scanner.discoveredMetaBootDevices == found)
            scanner.setScanMode(.metaBoot)
            #expect(scanner.discoveredMetaBootDevices == found)
            scanner.clearMetaBootDevices()
            #expect(scanner.discoveredMetaBootDevices.isEmpty)
            try await Task.sleep(for: .seconds(1))
            #expect(scanner.discoveredMetaBootDevices == found)
            // After a minute without a host it starts its application.
            try await Task.sleep(for: .seconds(70))
            #expect(scanner.discoveredMetaBootDevices.isEmpty)
            #expect(scanner.discoveredDevices.isEmpty)
            #expect(scanner.advertisedNames[board] == "MetaWear")
            scanner.setScanMode(.metaWear)
            try await Task.sleep(for: .seconds(3))
            #expect(Set(scanner.discoveredDevices.keys) == [board, other])
            #expect(scanner.discoveredDevices[board] === device)
        }
    }

    @Test func `leaving a mode empties its list`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionS).identifier
        try await withJudgedDesk(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            let device = scanner.device(forKnownIdentifier: board)
            try await device.connect()
            try await device.sendExpectingDisconnect(MWDebug.JumpToBootloader())
            scanner.setScanMode(.metaBoot)
            scanner.startScan()
            try await Task.sleep(for: .seconds(5))
            #expect(scanner.discoveredMetaBootDevices.count == 1)
            scanner.setScanMode(.metaWear)
            #expect(scanner.discoveredMetaBootDevices.isEmpty && scanner.isScanning)
        }
    }

    @Test func `a noted name holds until the next packet, and only changes are written`()
        async throws
    {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionS).identifier
        try await withJudgedDesk(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            scanner.noteAdvertisedName("Wrist", for: board)
            #expect(scanner.advertisedNames == [board: "Wrist"])
            scanner.startScan()
            try await Task.sleep(for: .seconds(3))
            #expect(scanner.advertisedNames == [board: "MetaWear"])
            var dates: Set<Date> = []
            for _ in 0..<100 {
                try await Task.sleep(for: .milliseconds(100))
                if let date = scanner.advertisementLastSeen[board] { dates.insert(date) }
            }
            // It advertises 24 times in these ten seconds.
            #expect((5...11).contains(dates.count))
            let names = ChangeCount()
            withObservationTracking {
                _ = (scanner.advertisedNames, scanner.discoveredDevices)
            } onChange: {
                names.add()
            }
            try await Task.sleep(for: .seconds(10))
            #expect(names.count == 0)
        }
    }

    @Test func `a board with another name is found by its service`() async throws {
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
            #expect(scanner.discoveredDevices[board] === device)
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
