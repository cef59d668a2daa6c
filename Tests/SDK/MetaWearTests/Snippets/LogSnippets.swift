import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// Blocks of the articles on the log, tables and a board's state. The body of each function is a block.
@Suite struct LogSnippets {
    // snippet 47
    static func logAcceleration(_ device: MetaWearDevice) async throws {
        guard let sensor = await device.makeAccelerometer(odrHz: 50, rangeG: 4) else { return }
        try await device.startLogging(sensor)
        try await Task.sleep(for: .seconds(20))
        try await device.stopLogging(sensor)
        for try await part in try await device.downloadLogs(sensor) {
            print(Int(part.percentComplete * 100), "%,", part.data.count, "samples")
        }
        try await device.clearLog()
    }

    @Test func `acceleration is logged and downloaded`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let lines = try await Printed.lines { try await Self.logAcceleration(device) }
            #expect(lines.count > 2 && lines.last?.hasPrefix("100 %") == true)
        }
    }

    // snippet 48
    static func flush(_ device: MetaWearDevice) async throws {
        let isFlushed = try await device.flushLogPage()
        print(isFlushed ? "the last page is in flash" : "this board writes at once")
    }

    static func downloadTwo(_ device: MetaWearDevice) async throws {
        let acceleration = MWAccelerometerBMI270(odr: .hz50, range: .g4)
        let rotation = MWGyroscopeBMI270(odr: .hz50, range: .dps500)
        try await device.startLogging(acceleration)
        try await device.startLogging(rotation)
        try await Task.sleep(for: .seconds(5))
        try await device.stopLogging(rotation)
        try await device.stopLogging(acceleration)
        var entries: [RawLogEntry] = []
        for try await part in try await device.downloadLogs() { entries = part.data }
        let forces = try await device.decodeEntries(entries, for: acceleration)
        let rates = try await device.decodeEntries(entries, for: rotation)
        print(forces.count, "and", rates.count, "samples")
    }

    static func logTemperature(_ device: MetaWearDevice) async throws {
        let logger = MWPolledLogger(readable: MWThermometer(channel: 0), periodMs: 1000)
        let handles = try await device.startLogging(logger)
        try await Task.sleep(for: .seconds(10))
        try await device.stopLogging(logger, handles: handles)
        for try await part in try await device.downloadLogs(logger) {
            print(part.data.count, "temperatures")
        }
    }

    @Test func `two sensors share a download, and a temperature is polled`() async throws {
        for profile in [BoardProfile.metaMotionS, .metaMotionR] {
            try await withBoard(profile) { _, device in
                try await device.connect()
                let lines = try await Printed.lines { try await Self.flush(device) }
                #expect(lines.first?.hasPrefix("the last") == (profile.name == "MetaMotion S"))
            }
        }
        try await withBoard { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await Self.downloadTwo(device)
                try await device.clearLog()
                try await Self.logTemperature(device)
            }
            #expect(lines.count > 1)
        }
    }

    // snippet 49
    static func writeTables(
        _ logged: [MWLoggedSample<CartesianFloat>], _ streamed: [Timestamped<CartesianFloat>],
        _ folder: URL
    ) throws {
        let table = MWDataTable.from(logged: logged, name: "acceleration")
        print(table.csvString)
        try table.writeCSV(to: folder.appending(path: "acceleration.csv"))

        let live = MWDataTable.from(streamed: streamed, name: "acceleration")
        try live.writeCSV(to: folder.appending(path: "live.csv"))
    }

    @Test func `tables are written`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "snippets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let value = CartesianFloat(x: 0, y: 0.5, z: 1)
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        let lines = try await Printed.lines {
            try Self.writeTables(
                [MWLoggedSample(date: date, tickMs: 12.5, value: value)],
                [Timestamped(time: date, value: value)], folder)
        }
        let logged = try String(
            contentsOf: folder.appending(path: "acceleration.csv"), encoding: .utf8)
        #expect(
            logged == """
                epoch,elapsed_ms,x,y,z
                2026-01-01T00:00:00Z,12.500,0.000000,0.500000,1.000000
                """)
        #expect(lines == [logged])
        #expect(
            try String(contentsOf: folder.appending(path: "live.csv"), encoding: .utf8)
                .hasPrefix("epoch,x,y,z\n"))
    }

    // snippet 52
    static func keepState(_ device: MetaWearDevice, _ file: URL) async throws {
        guard let state = await device.captureBoardState() else { return }
        try state.encode().write(to: file)
    }

    static func connectQuickly(_ device: MetaWearDevice, _ file: URL) async throws {
        let state = try MWBoardState.decode(try Data(contentsOf: file))
        try await device.restoreBoardState(state)
        try await device.connect()
    }

    @Test func `a state makes the next connection fast`() async throws {
        let file = URL.temporaryDirectory.appending(path: "state-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try await withBoard { desk, device in
            try await device.connect()
            try await Self.keepState(device, file)
            try await device.disconnect()
            let again = MetaWearDevice(
                identifier: device.identifier,
                transport: desk.radio.transport(to: device.identifier))
            try await Self.connectQuickly(again, file)
            #expect(await again.hasGyroscope)
            try await again.disconnect()
        }
    }

    // snippet 53
    struct EndRecording: MWCommand {
        let commandData = MWPacket.command(.logging, 0x01, 0x00)
    }

    static func listSignals(_ device: MetaWearDevice) async throws {
        let signals = try await device.createAnonymousDataSignals()
        try await device.send(EndRecording())
        var entries: [RawLogEntry] = []
        for try await part in try await device.downloadLogs() { entries = part.data }
        for signal in signals {
            let samples = try await device.decodeEntries(entries, for: signal)
            print(signal.identifier, "of", signal.rootModule.name, signal.loggerIDs, samples.count)
        }
    }

    static func recover(_ device: MetaWearDevice) async throws {
        let sensor = MWAccelerometerBMI270(odr: .hz50, range: .g4)
        try await device.recoverLoggers(for: sensor)
        try await device.stopLogging(sensor)
        for try await part in try await device.downloadLogs(sensor) {
            print(part.data.count, "samples")
        }
    }

    @Test(arguments: [true, false])
    func `another program finds what is logged`(isKnown: Bool) async throws {
        try await withBoard { desk, device in
            try await device.connect()
            try await device.startLogging(MWAccelerometerBMI270(odr: .hz50, range: .g4))
            try await Task.sleep(for: .seconds(5))
            try await device.disconnect()
            let other = MetaWearDevice(
                identifier: device.identifier,
                transport: desk.radio.transport(to: device.identifier))
            try await other.connect()
            let lines = try await Printed.lines {
                if isKnown {
                    try await Self.recover(other)
                } else {
                    try await Self.listSignals(other)
                }
            }
            let number = lines.last?.split(separator: " ")
                .compactMap { Int($0) }.first { $0 > 1 }
            #expect(try #require(number) > 240)
            #expect(isKnown || lines == ["acceleration of accelerometer [0, 1] \(number ?? 0)"])
            try await other.clearLog()
            try await other.teardownSignalSource(MWAccelerometerBMI270())
            try await other.disconnect()
        }
    }

    // snippet 60
    static func readEntry() throws {
        // Two bytes of header, then: number and start, four bytes of tick, four of data.
        let notification = Data([
            0x0B, 0x07, 0x21, 0x00, 0x04, 0x00, 0x00, 0x34, 0x12, 0x00, 0x00,
        ])
        for entry in try RawLogEntry.parseAll(from: notification) {
            print("logger", entry.id, "start", entry.resetUID, "tick", entry.tick, entry.rawData)
        }
    }

    // snippet 61
    static func buildPackets() {
        let play = MWPacket.command(.led, 0x01, 0x01)  // 02 01 01
        let battery = MWPacket.read(.settings, 0x0C)  // 11 8C
        print(play.count, battery.count, MWModule.led.rawValue, MWModule.debug.name)
    }

    @Test func `entries and packets are bytes`() async throws {
        let lines = try await Printed.lines {
            try Self.readEntry()
            Self.buildPackets()
        }
        #expect(lines == ["logger 1 start 1 tick 1024 4660", "3 2 2 debug"])
    }
}
