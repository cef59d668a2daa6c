import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Synchronization
import Testing
import VirtualTime

/// Blocks of the articles on finding, connecting and asking a board. The body of each function is a block.
@Suite struct StartSnippets {
    // snippet 4
    @MainActor static func findBoard(_ scanner: MetaWearScanner) async throws -> MetaWearDevice? {
        scanner.startScan()
        try await Task.sleep(for: .seconds(5))
        scanner.stopScan()
        guard let device = scanner.discoveredDevices.values.first else {
            print("no board nearby")
            return nil
        }
        try await device.connect()
        return device
    }

    // snippet 5
    static func streamAcceleration(_ device: MetaWearDevice) async throws {
        guard let sensor = await device.makeAccelerometer(odrHz: 100, rangeG: 2) else { return }
        let stream = try await device.startStream(sensor)
        var count = 0
        for try await sample in stream {
            print(sample.time, sample.value.x, sample.value.y, sample.value.z)
            count += 1
            if count == 500 { break }
        }
        try await device.stopStreaming(sensor)
    }

    // snippet 6
    static func blink(_ device: MetaWearDevice) async throws {
        try await device.send(MWLED.SetPattern(color: .green, .breathe))
        try await device.send(MWLED.Play())
        try await Task.sleep(for: .seconds(3))
        try await device.send(MWLED.Stop())
    }

    // snippet 7
    static func buzz(_ device: MetaWearDevice) async throws {
        try await device.send(MWHaptic.motor(dutyCycle: 80, pulseWidth: 500))
    }

    @Test func `a board is found and connected, streams, blinks and buzzes`() async throws {
        let desk = SimulatedDesk(seed: 7)
        try desk.add(.metaMotionS)
        try await withVirtualTime(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            let device = try #require(try await Self.findBoard(scanner))
            let lines = try await Printed.lines { try await Self.streamAcceleration(device) }
            #expect(lines.count == 500)
            try await Self.blink(device)
            try await Self.buzz(device)
            #expect(await device.state == .idle)
            try await device.disconnect()
        }
    }

    /// Streams until the task is cancelled, over as many links as it takes.
    static func keepStreaming(
        _ device: MetaWearDevice, _ take: @Sendable (CartesianFloat) -> Void
    ) async throws {
        while !Task.isCancelled {
            do {
                if await device.state == .disconnected { try await device.connect() }
                guard let sensor = await device.makeAccelerometer(odrHz: 50) else { return }
                for try await sample in try await device.startStream(sensor) {
                    take(sample.value)
                }
                return
            } catch let error as MWError {
                print("the link is lost:", error.localizedDescription)
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    @Test func `a stream goes on after a lost link`() async throws {
        try await withBoard { desk, device in
            let count = Count()
            let lost = Count()
            await device.watchLoss { _ in lost.add() }
            let lines = try await Printed.lines {
                let stream = Task {
                    try await Self.keepStreaming(device) { _ in count.add() }
                }
                try await Task.sleep(for: .seconds(5))
                let before = count.value
                #expect((100...250).contains(before))
                desk.loseLink(to: device.identifier)
                try await Task.sleep(for: .seconds(20))
                #expect(count.value > before + 200)
                try await device.stopStreaming(MWAccelerometerBMI270(odr: .hz50))
                try await stream.value
            }
            #expect(lines.count == 1)
            #expect(lost.value == 1)
        }
    }

    // snippet 8
    @MainActor static func listBoards(_ scanner: MetaWearScanner) async throws {
        scanner.startScan()
        print("scanning:", scanner.isScanning)
        try await Task.sleep(for: .seconds(5))
        for identifier in scanner.discoveredDevices.keys {
            let name = scanner.advertisedNames[identifier] ?? ""
            let rssi = scanner.advertisementRSSI[identifier] ?? 0
            print(identifier, name, rssi, "dBm")
        }
        scanner.stopScan()
        // The next scan learns the names anew.
        for identifier in scanner.advertisedNames.keys {
            scanner.clearAdvertisedName(for: identifier)
        }
    }

    @MainActor static func reportRadio(_ scanner: MetaWearScanner) {
        if scanner.isBluetoothUnavailable {
            print("Bluetooth is off, missing, or not allowed")
        }
    }

    @MainActor static func connectAgain(
        _ scanner: MetaWearScanner, to saved: UUID
    ) async throws -> MetaWearDevice {
        let device = scanner.device(forKnownIdentifier: saved)
        try await device.connect()
        return device
    }

    @Test func `boards are listed with name and strength`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let boards = [try desk.add(.metaMotionS), try desk.add(.metaMotionRL)].map(\.identifier)
        try await withVirtualTime(desk) { @MainActor in
            let scanner = MetaWearScanner(radio: desk.radio)
            let lines = try await Printed.lines { try await Self.listBoards(scanner) }
            #expect(lines.count == 3 && lines[1].contains("MetaWear"))
            #expect(scanner.advertisedNames.isEmpty && scanner.discoveredDevices.count == 2)
            desk.radioState = .poweredOff
            try await Task.sleep(for: .seconds(1))
            #expect(try await Printed.lines { Self.reportRadio(scanner) }.count == 1)
            desk.radioState = .poweredOn
            let device = try await Self.connectAgain(scanner, to: boards[1])
            try await device.disconnect()
        }
    }

    // snippet 9
    static func describe(_ device: MetaWearDevice) async {
        switch await device.state {
        case .disconnected: print("no link")
        case .connecting: print("the link is being made")
        case .idle: print("connected, nothing runs")
        case .streaming: print("at least one sensor streams")
        case .logging: print("the board records")
        case .downloading(let progress): print("download at", Int(progress * 100), "%")
        }
    }

    // snippet 10
    static func useFor(_ device: MetaWearDevice) async throws {
        try await device.connect()
        do {
            let battery = try await device.readBattery()
            print("battery:", battery.charge, "%,", battery.voltage, "mV")
            try await device.send(MWLED.SetPattern(color: .blue, .flash))
            try await device.send(MWLED.Play())
        } catch MWError.timeout {
            print("the board did not answer in time")
        }
        try await device.disconnect()
    }

    @Test func `a device says what it does`() async throws {
        try await withBoard { _, device in
            let lines = try await Printed.lines {
                await Self.describe(device)
                try await Self.useFor(device)
                try await device.connect()
                await Self.describe(device)
            }
            #expect(lines.first == "no link" && lines.last == "connected, nothing runs")
            #expect(lines.count == 3)
        }
    }

    // snippet 1
    static func showModel(_ device: MetaWearDevice) async {
        guard let info = await device.deviceInfo else { return }
        print(info.model.name)  // "MetaMotion S"
        print(info.model.supportedHardwareRevisions)  // ["r0.1"]
        if !info.isHardwareRevisionSupported {
            print("hardware", info.hardwareRevision, "is not in the SDK's list")
        }
    }

    // snippet 12
    static func readValues(_ device: MetaWearDevice) async throws {
        let entries = try await device.read(MWLogLength())
        let address = try await device.read(MWMACAddress())
        let reset = try await device.read(MWLastResetTime())
        print(entries.value, "entries in the log of", address.value)
        print("started", reset.value.epoch, "as start number", reset.value.resetUID)
    }

    static func readHumidity(_ device: MetaWearDevice) async throws {
        let humidity = try await device.read(MWHumidity())
        print(humidity.value, "% at", humidity.time)
    }

    static func pollBattery(_ device: MetaWearDevice) async throws {
        for try await sample in device.poll(MWSettings.ReadBatteryState(), every: .seconds(30)) {
            print("battery:", sample.value.charge, "%")
        }
    }

    @Test func `values are read and polled`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let model = try await Printed.lines { await Self.showModel(device) }
            #expect(model.first == "MetaMotion S" && model.count == 2)
            #expect(try await Printed.lines { try await Self.readValues(device) }.count == 2)
            let polled = try await Printed.lines {
                let task = Task { try await Self.pollBattery(device) }
                try await Task.sleep(for: .seconds(100))
                task.cancel()
                try await task.value
            }
            #expect(polled.count == 4)
        }
        try await withBoard(.metaEnvironment) { _, device in
            try await device.connect()
            #expect(try await Printed.lines { try await Self.readHumidity(device) }.count == 1)
        }
    }
}

extension MetaWearDevice {
    fileprivate func watchLoss(_ handler: @escaping @Sendable (any Error) -> Void) {
        onUnexpectedDisconnect = handler
    }
}

/// Counts from any task.
private final class Count: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
}
