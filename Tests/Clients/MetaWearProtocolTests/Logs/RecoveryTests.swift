import MetaWearBoard
import MetaWearTables
import Motion
import Simulation
import Testing

@testable import MetaWearProtocol

/// One host sets a board up and leaves; another finds out what the loggers record (protocol, core 11).
@Suite struct RecoveryTests {
    /// What a host knows after it asked a board everything.
    private static func recover(_ desk: BoardDesk) throws -> SignalRecovery {
        var modules: [MWModuleInfo] = []
        for module in MWModule.allCases {
            if let answer = desk.ask(MWModuleInfo.read(module)),
                let information = MWModuleInfo(answer: answer)
            {
                modules.append(information)
            }
        }
        var loggers: [ActiveLogger] = []
        for id in UInt8(0)..<32 {
            guard let answer = desk.ask(LoggerTrigger.read(id)) else { break }
            if let logger = ActiveLogger(id: id, answer: answer) { loggers.append(logger) }
        }
        var processors: [ActiveProcessor] = []
        for id in UInt8(0)..<28 {
            guard let answer = desk.ask(ProcessorCommand.read(id)) else { break }
            if let processor = ActiveProcessor(id: id, answer: answer) {
                processors.append(processor)
            }
        }
        var recovery = SignalRecovery(
            catalogue: SignalCatalogue(modules: modules), loggers: loggers, processors: processors)
        for read in recovery.rangeReads {
            recovery.take(rangeAnswer: try #require(desk.ask(read)))
        }
        return recovery
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

    private static func log(_ desk: BoardDesk, _ signal: some MWSignal) throws {
        for trigger in LoggerTrigger.loggers(of: signal) {
            _ = try #require(desk.make(trigger.packet))
        }
    }

    private static func processor(
        _ desk: BoardDesk, _ config: any MWDataProcessorConfig, _ source: any MWSignal
    ) throws -> MWProcessorHandle {
        let command = ProcessorCommand(config, source: source)
        return command.handle(id: try #require(desk.make(command.packet)))
    }

    @Test(arguments: [BoardProfile.metaMotionR, .metaMotionS])
    func `samples of sensors are found with the range that another host chose`(
        _ profile: BoardProfile
    ) throws {
        var draw = Draw("recovery")
        for _ in 0..<8 {
            let desk = BoardDesk(profile)
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
            (desk.body.acceleration, desk.body.rotation) = fed
            for trigger in LoggerTrigger.loggers(of: acceleration)
                + LoggerTrigger.loggers(of: rotation)
            {
                _ = try #require(desk.make(trigger.packet))
            }
            desk.write(LogCommand.startPackets())
            desk.write(acceleration.configurePackets + rotation.configurePackets)
            desk.write(acceleration.enablePackets + rotation.enablePackets)
            desk.write(acceleration.startPackets + rotation.startPackets)
            desk.run(milliseconds: 1000)
            desk.write(acceleration.stopPackets + rotation.stopPackets + [LogCommand.stop])
            desk.reconnect()

            let recovery = try Self.recover(desk)
            let signals = recovery.signals
            #expect(signals.map(\.identifier) == ["acceleration", "angular-velocity"])
            #expect(signals.map(\.rootModule) == [.accelerometer, .gyro])
            let entries = DownloadDriver.download(from: desk, revision: isS ? 3 : 2)
            let all: [(RecoveredSignal, Vector3, Float)] = [
                (signals[0], fed.0, acceleration.scale), (signals[1], fed.1, rotation.scale),
            ]
            for (signal, truth, scale) in all {
                let samples = LogAssembler.samples(of: entries, chunks: signal.chunks)
                #expect(samples.count > 40)
                for sample in samples {
                    guard case .cartesian(let v)? = signal.outputs(of: sample.bytes).first else {
                        Issue.record("\(signal.identifier) is no vector")
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
        let desk = BoardDesk()
        let rms = try Self.processor(desk, MWDataProcessor.RMS(), MWAccelerometerSignal())
        let sum = try Self.processor(desk, MWDataProcessor.Accumulator(), rms)
        let limited = try Self.processor(
            desk, MWDataProcessor.Time(periodMs: 30_000, mode: .passthrough), sum)
        let count = try Self.processor(desk, MWDataProcessor.Counter(), MWSwitchSignal())
        try Self.log(desk, limited)
        try Self.log(desk, count)
        try Self.log(desk, MWTemperatureSignal(channel: 1))
        desk.reconnect()
        let recovery = try Self.recover(desk)
        #expect(
            recovery.signals.map(\.identifier) == [
                "acceleration:rms?id=0:accumulate?id=1:time?id=2", "switch:count?id=3",
                "temperature[1]",
            ])
        #expect(recovery.signals.map(\.rootModule) == [.accelerometer, .switch_, .temperature])
        // A root of squares keeps the scale of what it is made of: 8 g unless somebody chose another.
        let field = try #require(recovery.signals[0].signal.fields.first)
        #expect(field.unit == "g" && field.countsPerUnit == 4096)
    }

    @Test func `axes, states and joined samples are found as such`() throws {
        let desk = BoardDesk()
        let gyro = MWGyroscopeSignal(chip: .bmi270)
        // One axis alone, beside the whole vector of the same source.
        for trigger in LoggerTrigger.loggers(of: gyro) { _ = desk.make(trigger.packet) }
        _ = try #require(
            desk.make(
                LoggerTrigger(source: gyro.key, chunk: LogChunk(offset: 2, length: 2)).packet))
        let buffer = try Self.processor(desk, MWDataProcessor.Buffer(), gyro)
        let fused = try Self.processor(
            desk, try MWDataProcessor.Fuser(bufferIDs: [buffer.id], bufferedLength: 6),
            MWAccelerometerSignal())
        try Self.log(desk, fused)
        desk.reconnect()
        let recovery = try Self.recover(desk)
        let signals = recovery.signals
        #expect(
            signals.map(\.identifier) == [
                "angular-velocity", "angular-velocity[1]", "acceleration:fuser?id=1",
            ])
        #expect(signals.map { $0.chunks.map(\.byteCount) } == [[4, 2], [2], [4, 4, 4]])
        let joined = signals[2].outputs(of: [UInt8](repeating: 0, count: 12))
        #expect(joined.count == 2)
    }

    @Test func `unnamed signals are left out, and cycles end`() {
        func logger(_ id: UInt8, _ module: MWModule, _ register: UInt8, _ channel: UInt8 = 0xFF)
            -> ActiveLogger
        {
            ActiveLogger(
                loggerID: id, module: module, register: register, channel: channel, chunkOffset: 0,
                chunkLength: 4)
        }
        func processor(_ id: UInt8, parent: UInt8) -> ActiveProcessor {
            ActiveProcessor(
                processorID: id, parentModule: .dataProcessor, parentRegister: 0x03,
                parentProcessorID: parent, chunkOffset: 0, chunkLength: 4, processorType: 0x01,
                configBytes: [0, 0, 0])
        }
        let recovery = SignalRecovery(
            catalogue: SignalCatalogue(modules: []),
            loggers: [
                logger(0, .led, 0x01), logger(1, .dataProcessor, 0x03, 0),
                logger(2, .dataProcessor, 0x03, 9), logger(3, .accelerometer, 0x04),
                logger(4, .barometer, 0x01),
            ],
            // Each the source of the other; the second logger's is not there at all.
            processors: [processor(0, parent: 1), processor(1, parent: 0)])
        #expect(recovery.signals.map(\.identifier) == ["pressure"])
    }

    @Test func `every type of processor reads back as it was made`() throws {
        // The state of a buffer, logged from silent reads.
        let desk = BoardDesk()
        let buffer = try Self.processor(
            desk, MWDataProcessor.Buffer(),
            try Self.processor(desk, MWDataProcessor.RSS(), MWAccelerometerSignal()))
        _ = try #require(
            desk.make(
                LoggerTrigger(
                    source: .processorState(buffer.id), chunk: LogChunk(offset: 0, length: 2)
                ).packet))
        desk.reconnect()
        let signals = try Self.recover(desk).signals
        #expect(signals.map(\.identifier) == ["acceleration:rss?id=0:buffer-state?id=1"])
    }
}
