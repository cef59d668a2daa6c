import Foundation
import Testing
import VirtualTime

@testable import MetaWear

/// Signals that a host finds on a board which it did not set up: names, loggers, and values in units.
@Suite struct AnonymousSignalTests {
    /// A board with loggers and processors, by what it answers to the question for each slot.
    private static func desk(
        loggers: [String], processors: [String] = [], ranges: [String] = []
    ) async throws -> BoardBench {
        var table: [String: [String]] = [:]
        for (id, logger) in loggers.enumerated() {
            table[Data([0x0B, 0x82, UInt8(id)]).hex] = ["0b 82 " + logger]
        }
        for (id, processor) in processors.enumerated() {
            table[Data([0x09, 0x82, UInt8(id)]).hex] = ["09 82 " + processor]
        }
        for range in ranges { table[String(range.prefix(5))] = [range] }
        return try await BoardBench(table)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let loggers: [String]
        var processors: [String] = []
        var ranges: [String] = []
        /// Identifiers with the numbers of their loggers.
        let found: [String]
        /// Logged bytes of the first signal, and what they mean.
        let bytes: String
        let values: [MWAnonymousSignal.Output]

        var testDescription: String { found.joined(separator: ", ") }
    }

    private static let one = "00 00 80 3f"
    private static let cases: [Case] = [
        // A MetaMotion S: the range of its accelerometer is the number in the register.
        Case(
            loggers: ["03 04 ff 60", "03 04 ff 24"], ranges: ["03 83 a8 03"],
            found: ["acceleration [0, 1]"], bytes: "00 08 00 f8 00 00",
            values: [.cartesian(CartesianFloat(x: 1, y: -1, z: 0))]),
        Case(
            loggers: ["13 04 ff 60", "13 04 ff 24", "13 04 ff 22"], ranges: ["13 83 28 02"],
            found: ["angular-velocity [0, 1]", "angular-velocity[1] [2]"],
            bytes: "90 01 00 00 00 00",
            values: [.cartesian(CartesianFloat(x: 400 / 65.6, y: 0, z: 0))]),
        Case(
            loggers: ["15 05 ff 24", "15 05 ff 60"], found: ["magnetic-field [1, 0]"],
            bytes: "10 00 20 00 f0 ff",
            values: [.cartesian(CartesianFloat(x: 1, y: 2, z: -1))]),
        Case(
            loggers: ["04 c1 02 20"], found: ["temperature[2] [0]"], bytes: "c4 00",
            values: [.scalar(24.5)]),
        // Outputs of the fusion are floats, accelerations in m/s² or thousandths of a g.
        Case(
            loggers: ["19 09 ff 60", "19 09 ff 64", "19 09 ff 68"], found: ["gravity [0, 1, 2]"],
            bytes: "00 00 00 00 00 00 00 00 0a e8 1c 41",
            values: [.cartesian(CartesianFloat(x: 0, y: 0, z: 1))]),
        Case(
            loggers: ["19 04 ff 60", "19 04 ff 64", "19 04 ff 68", "19 04 ff 0c"],
            found: ["corrected-acceleration [0, 1, 2, 3]"],
            bytes: "00 00 7a 44 00 00 00 00 00 00 00 00 03",
            values: [.correctedCartesian(CorrectedCartesianFloat(x: 1, y: 0, z: 0, accuracy: 3))]),
        Case(
            loggers: ["19 07 ff 60", "19 07 ff 64", "19 07 ff 68", "19 07 ff 6c"],
            found: ["quaternion [0, 1, 2, 3]"],
            bytes: "\(one) 00 00 00 00 00 00 00 00 00 00 00 00",
            values: [.quaternion(Quaternion(w: 1, x: 0, y: 0, z: 0))]),
        Case(
            loggers: ["19 08 ff 60", "19 08 ff 64", "19 08 ff 68", "19 08 ff 6c"],
            found: ["euler-angles [0, 1, 2, 3]"],
            bytes: "\(one) 00 00 00 00 00 00 00 00 00 00 00 00",
            values: [.euler(EulerAngles(heading: 1, pitch: 0, roll: 0, yaw: 0))]),
        // Chains: the size of the acceleration, every second.
        Case(
            loggers: ["09 03 01 20"],
            processors: ["03 04 ff a0 07 a5 01", "09 03 00 20 08 01 e8 03 00 00"],
            ranges: ["03 83 a8 00"], found: ["acceleration:rss?id=0:time?id=1 [0]"],
            bytes: "00 40", values: [.scalar(1)]),
        Case(
            loggers: ["09 03 00 60"], processors: ["01 01 ff 00 02 13"],
            found: ["switch:count?id=0 [0]"], bytes: "07 00 00 00", values: [.scalar(7)]),
        // Sixteen bytes of one processor.
        Case(
            loggers: ["09 03 00 60", "09 03 00 64", "09 03 00 68", "09 03 00 6c"],
            processors: ["19 07 ff e0 08 07 32 00 00 00"],
            found: ["quaternion:time?id=0 [0, 1, 2, 3]"],
            bytes: "\(one) 00 00 00 00 00 00 00 00 00 00 00 00",
            values: [.quaternion(Quaternion(w: 1, x: 0, y: 0, z: 0))]),
        Case(
            loggers: ["09 c4 00 60", "09 c4 00 24"], processors: ["03 04 ff a0 0f 05"],
            ranges: ["03 83 a8 00"], found: ["acceleration:buffer-state?id=0 [0, 1]"],
            bytes: "00 40 00 00 00 00",
            values: [.cartesian(CartesianFloat(x: 1, y: 0, z: 0))]),
        // Without the processor nobody knows what it is; the other logger is found all the same.
        Case(
            loggers: ["09 03 05 20", "04 c1 00 20"], found: ["temperature[0] [1]"],
            bytes: "08 00", values: [.scalar(1)]),
        // A circle.
        Case(
            loggers: ["09 03 00 20", "04 c1 00 20"], processors: ["09 03 00 20 0f 01"],
            found: ["temperature[0] [1]"], bytes: "08 00", values: [.scalar(1)]),
    ]

    @Test(arguments: cases) func `a signal has its name, its loggers and its unit`(_ row: Case)
        async throws
    {
        try await withVirtualTime {
            let device = try await Self.desk(
                loggers: row.loggers, processors: row.processors, ranges: row.ranges
            ).device
            let signals = try await device.createAnonymousDataSignals()
            #expect(signals.map { "\($0.identifier) \($0.loggerIDs)" } == row.found)
            let first = try #require(signals.first)
            let bytes = Data(hex: row.bytes)
            #expect(try first.decode(bytes) == row.values)
            #expect(try first.decode(bytes.slice) == row.values)
            #expect(try first.decode(bytes.dropLast()) == [])
            // Through the log, as its loggers record it.
            var rest = bytes
            let entries = first.chunks.map { chunk in
                defer { rest = rest.dropFirst(chunk.byteCount) }
                return RawLogEntry(
                    id: chunk.id, resetUID: 2, tick: 7,
                    rawData: MWPacketParser.parseUInt32LE(
                        rest.prefix(chunk.byteCount) + Data(count: 4), offset: 0))
            }
            #expect(
                try await device.decodeEntries(entries, for: first).map(\.value) == [row.values])
        }
    }

    @Test func `a board that answers nothing has no signals`() async throws {
        try await withVirtualTime {
            let desk = try await BoardBench()
            #expect(try await desk.device.createAnonymousDataSignals() == [])
        }
    }

    /// Two chains and a thermometer, the middle one of four slots free; a processor that no logger needs.
    private static let board: [String: [String]] = [
        "03 83": ["03 83 a8 00"], "13 83": ["13 83 28 02"],
        "0b 82 00": ["0b 82 09 03 01 20"], "0b 82 01": ["0b 82 09 03 03 60"], "0b 82 02": ["0b 82"],
        "0b 82 03": ["0b 82 04 c1 02 20"],
        "0b 82 04": ["0b 82"], "0b 82 05": ["0b 82"], "0b 82 06": ["0b 82"], "0b 82 07": ["0b 82"],
        "09 82 00": ["09 82 03 04 ff a0 07 a5 01"],
        "09 82 01": ["09 82 09 03 00 20 08 01 e8 03 00 00"],
        "09 82 02": ["09 82 01 01 ff 00 0f 00"], "09 82 03": ["09 82 01 01 ff 00 02 13"],
        "09 82 04": ["09 82"],
    ]
    private static let signals = [
        "acceleration:rss?id=0:time?id=1", "switch:count?id=3", "temperature[2]",
    ]

    @Test func `a board is asked for its loggers, and for the processors of their chains`()
        async throws
    {
        try await withVirtualTime {
            let desk = try await BoardBench(Self.board)
            let found = try await desk.device.createAnonymousDataSignals()
            #expect(found.map(\.identifier) == Self.signals)
            #expect(
                await desk.transport.written.map(\.hex) == ["03 83", "13 83"]
                    + (0..<8).map { "0b 82 0\($0)" } + ["09 82 01", "09 82 00", "09 82 03"])
        }
    }

    @Test func `answers to others and samples between are left alone`() async throws {
        try await withVirtualTime {
            // Before each answer a sample, the id of a new logger, the log's clock and another register of the module.
            let noise = ["03 04 01 00 02 00 03 00", "0b 02 05", "0b 84 01 00 00 00 02", "09 83 01"]
            let desk = try await BoardBench(Self.board.mapValues { noise + $0 + noise })
            let found = try await desk.device.createAnonymousDataSignals()
            #expect(found.map(\.identifier) == Self.signals)
        }
    }

    @Test func `a late answer is not taken for that to the next question`() async throws {
        try await withVirtualTime {
            let desk = try await BoardBench(Self.board)
            // The first slot's question leaves when its time is over already.
            await desk.transport.slowDown { $0.hex == "0b 82 00" ? .seconds(2) : .zero }
            let found = try await desk.device.createAnonymousDataSignals()
            #expect(
                found.map { "\($0.identifier) \($0.loggerIDs)" } == [
                    "switch:count?id=3 [1]", "temperature[2] [3]",
                ])
        }
    }

    @Test(arguments: ["13 83", "0b 82 03", "09 82 00"])
    func `a link that is lost halfway ends it`(question: String) async throws {
        try await withVirtualTime {
            let desk = try await BoardBench(Self.board.filter { $0.key != question })
            let search = Task { try await desk.device.createAnonymousDataSignals() }
            try await Task.sleep(for: .milliseconds(500))
            let start = ContinuousClock.now
            await desk.transport.loseLink()
            await #expect(throws: MWError.self) { try await search.value }
            #expect(ContinuousClock.now == start)
            #expect(await desk.transport.written.last?.hex == question)
        }
    }

    @Test func `the loggers of a sensor are found by module and register`() async throws {
        try await withVirtualTime {
            // The parts of the second one make no sense.
            let desk = try await Self.desk(loggers: [
                "13 04 ff 60", "03 04 ff 60", "03 84 ff e9", "04 c1 02 20",
            ])
            let device = desk.device
            let sensor = MWAccelerometerBMI270()
            try await device.recoverLoggers(for: sensor)
            #expect(
                try await device.loggers(of: "acceleration") == [
                    LoggerChunk(id: 1, byteCount: 4), LoggerChunk(id: 2, byteCount: 2),
                ])
            try await device.recoverLoggers(
                for: MWPolledLogger(readable: MWThermometer(channel: 2), periodMs: 1))
            for call in [
                { try await device.recoverLoggers(for: MWMagnetometer()) },
                {
                    try await device.recoverLoggers(
                        for: MWPolledLogger(readable: MWThermometer(channel: 0), periodMs: 1))
                },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: MWError.self) { try await call() }
                guard case .operationFailed = error else { throw Unexpected() }
            }
        }
    }
}
