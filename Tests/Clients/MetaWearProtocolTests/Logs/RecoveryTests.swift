import MetaWearBoard
import MetaWearTables
import Motion
import Simulation
import Testing

@testable import MetaWearProtocol

/// One host sets a board up and leaves; another finds out what the loggers record (protocol, core 11).
@Suite struct RecoveryTests {
    /// What a host knows after it asked a board everything.
    private static func recover(_ bench: BoardBench) throws -> SignalRecovery {
        let modules = MWModule.allCases.compactMap { module in
            bench.ask(MWModuleInfo.read(module)).flatMap { MWModuleInfo(answer: $0) }
        }
        return questions(of: SignalRecovery(modules: modules)) { bench.ask($0) }.recovery
    }

    /// Asks everything; the questions in words of hex.
    private static func questions(
        of recovery: SignalRecovery, answer: (Packet) -> [UInt8]?
    ) -> (recovery: SignalRecovery, asked: [String]) {
        var recovery = recovery
        var asked: [String] = []
        while let question = recovery.next {
            asked.append("\(question)")
            recovery.take(answer(question))
        }
        return (recovery, asked)
    }

    /// What a board with loggers, and no motion sensor, is asked; answers by their questions.
    private static func recovery(
        loggers: UInt8 = 8, _ table: [String: [UInt8]]
    ) -> (recovery: SignalRecovery, asked: [String]) {
        let logging = MWModuleInfo(
            module: .logging, implementation: 0, revision: 3, extra: [loggers])
        return questions(of: SignalRecovery(modules: [logging])) { table["\($0)"] }
    }

    @Test func `the parts of two loggers of one signal stay apart`() {
        func logger(_ id: UInt8, _ offset: UInt8, _ length: UInt8, channel: UInt8 = 0xFF)
            -> ActiveLogger
        {
            ActiveLogger(
                loggerID: id, module: .accelerometer, register: 4, channel: channel,
                chunkOffset: offset, chunkLength: length)
        }
        func groups(_ loggers: [ActiveLogger]) -> [[UInt8]] {
            ActiveLogger.groups(of: loggers).map { $0.map(\.loggerID) }
        }
        let twice = [logger(0, 4, 2), logger(1, 0, 4), logger(2, 4, 2), logger(3, 0, 4)]
        #expect(groups(twice) == [[3, 0], [1, 2]])
        #expect(groups(twice.reversed()) == [[3, 0], [1, 2]])
        // Another signal, and a part that has no beginning.
        #expect(groups([logger(0, 0, 4), logger(1, 4, 2, channel: 1)]) == [[0], [1]])
        // A part of less than four bytes is the last.
        #expect(groups([logger(0, 0, 2), logger(1, 2, 4)]) == [[0], [1]])
    }

    private static func log(_ bench: BoardBench, _ signal: some MWSignal) throws {
        for trigger in LoggerTrigger.loggers(of: signal) {
            _ = try #require(bench.make(trigger.packet))
        }
    }

    private static func processor(
        _ bench: BoardBench, _ config: any MWDataProcessorConfig, _ source: any MWSignal
    ) throws -> MWProcessorHandle {
        let command = ProcessorCommand(config, source: source)
        return command.handle(id: try #require(bench.make(command.packet)))
    }

    @Test(arguments: [BoardProfile.metaMotionR, .metaMotionS])
    func `samples of sensors are found with the range that another host chose`(
        _ profile: BoardProfile
    ) throws {
        var draw = Draw("recovery")
        for _ in 0..<8 {
            let bench = BoardBench(profile)
            let isS = profile.modelNumber == "8"
            let acceleration = try #require(
                MWAccelerometer.make(
                    impl: isS ? 4 : 1, odrHz: 50, rangeG: draw.one(of: [2, 4, 8, 16])))
            let rotation = try #require(
                MWGyroscope.make(
                    impl: isS ? 1 : 0, odrHz: 50,
                    rangeDPS: draw.one(of: [125, 250, 500, 1000, 2000])))
            let fed = (
                Vector3(draw.real(-1.9, 1.9), draw.real(-1.9, 1.9), draw.real(-1.9, 1.9)),
                Vector3(draw.real(-120, 120), draw.real(-120, 120), draw.real(-120, 120))
            )
            (bench.body.acceleration, bench.body.rotation) = fed
            for trigger in LoggerTrigger.loggers(of: acceleration)
                + LoggerTrigger.loggers(of: rotation)
            {
                _ = try #require(bench.make(trigger.packet))
            }
            bench.write(LogCommand.startPackets())
            bench.write(acceleration.configurePackets + rotation.configurePackets)
            bench.write(acceleration.enablePackets + rotation.enablePackets)
            bench.write(acceleration.startPackets + rotation.startPackets)
            bench.run(milliseconds: 1000)
            bench.write(acceleration.stopPackets + rotation.stopPackets + [LogCommand.stop])
            bench.reconnect()

            let recovery = try Self.recover(bench)
            let signals = recovery.signals
            #expect(signals.map(\.signal.name) == ["acceleration", "angular-velocity"])
            #expect(signals.map(\.root) == [.accelerometer, .gyro])
            let entries = DownloadDriver.download(from: bench, revision: isS ? 3 : 2)
            let all: [(Int, Vector3, Float)] = [
                (0, fed.0, acceleration.scale), (1, fed.1, rotation.scale),
            ]
            for (place, truth, scale) in all {
                let (signal, _, chunks) = signals[place]
                let samples = LogAssembler.samples(of: entries, chunks: chunks)
                #expect(samples.count > 40)
                for sample in samples {
                    guard case .cartesian(let v)? = signal.outputs(of: sample.bytes).first else {
                        Issue.record("\(signal.name) is no vector")
                        continue
                    }
                    let off = (Double(v.x) - truth.x, Double(v.y) - truth.y, Double(v.z) - truth.z)
                    #expect(max(abs(off.0), abs(off.1), abs(off.2)) <= 0.5001 / Double(scale))
                }
            }
            // The typed way back.
            let loggers = recovery.loggers
            #expect(
                ActiveLogger.loggers(of: acceleration, in: loggers)
                    == signals[0].chunks)
            #expect(ActiveLogger.loggers(of: MWMagnetometer(), in: loggers).isEmpty)
        }
    }

    @Test func `chains of processors are named from their root`() throws {
        let bench = BoardBench()
        let rms = try Self.processor(bench, MWDataProcessor.RMS(), MWAccelerometerSignal())
        let sum = try Self.processor(bench, MWDataProcessor.Accumulator(), rms)
        let limited = try Self.processor(
            bench, MWDataProcessor.Time(periodMs: 30_000, mode: .passthrough), sum)
        let count = try Self.processor(bench, MWDataProcessor.Counter(), MWSwitchSignal())
        try Self.log(bench, limited)
        try Self.log(bench, count)
        try Self.log(bench, MWTemperatureSignal(channel: 1))
        bench.reconnect()
        let recovery = try Self.recover(bench)
        #expect(
            recovery.signals.map(\.signal.name) == [
                "acceleration:rms?id=0:accumulate?id=1:time?id=2", "switch:count?id=3",
                "temperature[1]",
            ])
        #expect(recovery.signals.map(\.root) == [.accelerometer, .switch_, .temperature])
        // A root of squares keeps the scale of what it is made of: 8 g unless somebody chose another.
        let field = try #require(recovery.signals[0].signal.fields.first)
        #expect(field.unit == "g" && field.countsPerUnit == 4096)
    }

    @Test func `axes, states and joined samples are found as such`() throws {
        let bench = BoardBench()
        let gyro = MWGyroscopeSignal(chip: .bmi270)
        // One axis alone, beside the whole vector of the same source.
        for trigger in LoggerTrigger.loggers(of: gyro) { _ = bench.make(trigger.packet) }
        _ = try #require(
            bench.make(
                LoggerTrigger(source: gyro.key, chunk: LogChunk(offset: 2, length: 2)).packet))
        let buffer = try Self.processor(bench, MWDataProcessor.Buffer(), gyro)
        let fused = try Self.processor(
            bench, try MWDataProcessor.Fuser(bufferIDs: [buffer.id], bufferedLength: 6),
            MWAccelerometerSignal())
        try Self.log(bench, fused)
        bench.reconnect()
        let recovery = try Self.recover(bench)
        let signals = recovery.signals
        #expect(
            signals.map(\.signal.name) == [
                "angular-velocity", "angular-velocity[1]", "acceleration:fuser?id=1",
            ])
        #expect(signals.map { $0.chunks.map(\.byteCount) } == [[4, 2], [2], [4, 4, 4]])
        let joined = signals[2].signal.outputs(of: [UInt8](repeating: 0, count: 12))
        #expect(joined.count == 2)
    }

    @Test func `unnamed signals are left out, and cycles end`() {
        let found = Self.recovery(
            loggers: 5,
            [
                "0b 82 00": [0x0B, 0x82, 0x02, 0x01, 0xFF, 0x60],
                "0b 82 01": [0x0B, 0x82, 0x09, 0x03, 0x00, 0x60],
                "0b 82 02": [0x0B, 0x82, 0x09, 0x03, 0x09, 0x60],
                "0b 82 03": [0x0B, 0x82, 0x03, 0x04, 0xFF, 0x60],
                "0b 82 04": [0x0B, 0x82, 0x12, 0x01, 0xFF, 0x60],
                // Each the source of the other; the third logger's is not there at all.
                "09 82 00": [0x09, 0x82, 0x09, 0x03, 0x01, 0x60, 0x01, 0, 0, 0],
                "09 82 01": [0x09, 0x82, 0x09, 0x03, 0x00, 0x60, 0x01, 0, 0, 0],
                "09 82 09": [0x09, 0x82],
            ])
        #expect(found.recovery.signals.map(\.signal.name) == ["pressure"])
        #expect(found.asked.suffix(3) == ["09 82 00", "09 82 01", "09 82 09"])
    }

    @Test func `a host asks for every logger, and for the processors of its chain once each`() {
        // Two processors have nothing to do with loggers; a fuser takes a buffer; two loggers share a chain.
        let found = Self.recovery([
            "0b 82 00": [0x0B, 0x82, 0x09, 0x03, 0x04, 0x60],
            "0b 82 01": [0x0B, 0x82, 0x09, 0x03, 0x02, 0x20],
            "0b 82 02": [0x0B, 0x82],
            "0b 82 03": [0x0B, 0x82, 0x09, 0x03, 0x01, 0x20],
            "0b 82 04": [0x0B, 0x82], "0b 82 05": [0x0B, 0x82], "0b 82 06": [0x0B, 0x82],
            "0b 82 07": [0x0B, 0x82, 0x01, 0x01, 0xFF, 0x00],
            "09 82 01": [0x09, 0x82, 0x01, 0x01, 0xFF, 0x00, 0x02, 0x13],
            "09 82 02": [0x09, 0x82, 0x09, 0x03, 0x01, 0x60, 0x08, 0x03, 0xE8, 3, 0, 0],
            "09 82 04": [0x09, 0x82, 0x01, 0x01, 0xFF, 0x00, 0x1B, 0x01, 0x05],
            "09 82 05": [0x09, 0x82, 0x01, 0x01, 0xFF, 0x00, 0x0F, 0x00],
        ])
        #expect(
            found.asked == (0..<8).map { "0b 82 0\($0)" } + [
                "09 82 04", "09 82 05", "09 82 02", "09 82 01",
            ])
        #expect(
            found.recovery.signals.map(\.signal.name) == [
                "switch:fuser?id=4", "switch:count?id=1:time?id=2", "switch:count?id=1", "switch",
            ])
    }

    @Test func `a free slot that is silent does not end the search`() throws {
        var profile = BoardProfile.metaMotionS
        profile.quirks.insert(.silentFreeSlots)
        let bench = BoardBench(profile)
        for channel in UInt8(0)..<3 { try Self.log(bench, MWTemperatureSignal(channel: channel)) }
        bench.write(LoggerTrigger.remove(1))
        let chain = try Self.processor(bench, MWDataProcessor.Counter(), MWSwitchSignal())
        try Self.log(bench, chain)
        bench.write(LoggerTrigger.remove(0))
        bench.reconnect()
        let recovery = try Self.recover(bench)
        #expect(recovery.loggers.map(\.loggerID) == [1, 2])
        #expect(
            recovery.signals.map(\.signal.name) == ["switch:count?id=0", "temperature[2]"])
    }

    @Test func `after silence a late answer is nobody's`() {
        let logging = MWModuleInfo(
            module: .logging, implementation: 0, revision: 3, extra: [2])
        var recovery = SignalRecovery(modules: [logging])
        #expect(recovery.next == LoggerTrigger.read(0) && recovery.mayStaySilent)
        recovery.take(nil)
        // Boards answer in order: what comes before this answer belongs to the slot before.
        #expect(recovery.next == MWModuleInfo.read(.logging) && !recovery.mayStaySilent)
        recovery.take([0x0B, 0x82, 0x01, 0x01, 0xFF, 0x00])
        #expect(recovery.next == MWModuleInfo.read(.logging))
        recovery.take([0x0B, 0x80, 0x00, 0x03])
        #expect(recovery.next == LoggerTrigger.read(1))
        // Answers to somebody else's questions, and half a packet.
        for foreign: [UInt8] in [
            [0x0B, 0x84, 1, 0, 0, 0, 0], [0x0B, 0x02, 0x01], [0x09, 0x82], [0x0B],
        ] {
            recovery.take(foreign)
            #expect(recovery.next == LoggerTrigger.read(1))
        }
        recovery.take([0x0B, 0x82, 0x04, 0xC1, 0x00, 0x20])
        #expect(recovery.next == nil && !recovery.mayStaySilent)
        recovery.take(nil)
        #expect(recovery.loggers.map(\.loggerID) == [1])
    }

    @Test func `a board that answers nothing at all is not asked for long`() {
        let silent = Self.recovery([:])
        #expect(silent.asked == ["0b 82 00", "0b 80"])
        #expect(silent.recovery.signals.isEmpty)
    }

    @Test func `ranges without an answer are those that boards start with`() {
        let modules = [
            MWModuleInfo(module: .accelerometer, implementation: 1, revision: 1),
            MWModuleInfo(module: .sensorFusion, implementation: 0, revision: 0),
        ]
        let silent = Self.questions(of: SignalRecovery(modules: modules)) { _ in nil }
        #expect(silent.asked == ["03 83"])
        #expect(silent.recovery.catalogue.accelerationRange == 2)
        #expect(silent.recovery.accelerometer == nil)
        let answers: [String: [UInt8]] = [
            "03 83": [0x03, 0x83, 0x28, 0x08], "19 82": [0x19, 0x82, 0x03, 0x13],
        ]
        let told = Self.questions(of: SignalRecovery(modules: modules, readsFusionMode: true)) {
            answers["\($0)"]
        }
        #expect(told.asked == ["03 83", "19 82"])
        #expect(told.recovery.accelerometer == InertialSetting(rate: 100, range: 8))
        #expect(told.recovery.catalogue.accelerationRange == 8)
        #expect(told.recovery.fusionMode == MWSensorFusionMode(rawValue: 3))
    }

    @Test func `every type of processor reads back as it was made`() throws {
        // The state of a buffer, logged from silent reads.
        let bench = BoardBench()
        let buffer = try Self.processor(
            bench, MWDataProcessor.Buffer(),
            try Self.processor(bench, MWDataProcessor.RSS(), MWAccelerometerSignal()))
        _ = try #require(
            bench.make(
                LoggerTrigger(
                    source: .processorState(buffer.id), chunk: LogChunk(offset: 0, length: 2)
                ).packet))
        bench.reconnect()
        let signals = try Self.recover(bench).signals
        #expect(signals.map(\.signal.name) == ["acceleration:rss?id=0:buffer-state?id=1"])
    }
}
