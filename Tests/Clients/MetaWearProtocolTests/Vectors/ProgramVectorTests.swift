import MetaWearTables
import Testing

@testable import MetaWearProtocol

/// Timers, events, macros, loggers and the log: what hosts write (core 3, 5, 6, 7, 10).
@Suite struct ProgramVectorTests {
    static let timers: [VectorRow] = [
        VectorRow("0c 02 45 0c 00 00 3b 00 00", MWTimer.Create(periodMs: 3141, repetitions: 59)),
        VectorRow("0c 02 e8 03 00 00 ff ff 01", MWTimer.Create(periodMs: 1000, immediate: true)),
        VectorRow(
            "0c 02 64 b0 05 a2 50 b3 01",
            MWTimer.Create(periodMs: 0xA205_B064, repetitions: 0xB350, immediate: true)),
        VectorRow("0c 02 88 13 00 00 ff ff 00", MWTimer.Create(periodMs: 5000)),
        VectorRow("0c 03 00", timer(0).start),
        VectorRow("0c 04 05", timer(5).stop),
        VectorRow("0c 05 07", timer(7).remove),
        VectorRow("0c 07 03 01", timer(3).notify(true)),
    ]

    static func timer(_ id: UInt8) -> MWTimer {
        MWTimer(id: id, periodMs: 1000, repetitions: MWTimer.infinite, immediate: false)
    }

    static let log: [VectorRow] = [
        VectorRow(
            "0b 02 03 04 ff 60 | 0b 02 03 04 ff 24",
            LoggerTrigger.loggers(of: MWAccelerometerBMI160()).map(\.packet)),
        VectorRow(
            "0b 02 19 07 ff 60 | 0b 02 19 07 ff 64 | 0b 02 19 07 ff 68 | 0b 02 19 07 ff 6c",
            LoggerTrigger.loggers(of: MWSensorFusionQuaternion()).map(\.packet)),
        VectorRow(
            "0b 02 19 06 ff 60 | 0b 02 19 06 ff 64 | 0b 02 19 06 ff 68 | 0b 02 19 06 ff 0c",
            LoggerTrigger.loggers(of: MWSensorFusionCorrectedMag()).map(\.packet)),
        VectorRow(
            "0b 02 13 05 ff 22",
            LoggerTrigger(
                source: SourceKey(.gyro, 0x05), chunk: LogChunk(offset: 2, length: 2))),
        VectorRow(
            "0b 02 09 03 05 60",
            LoggerTrigger.loggers(
                of: MWProcessorHandle(id: 5, nChannels: 1, channelSize: 4, isSigned: true)
            ).map(\.packet)),
        VectorRow(
            "0b 02 09 c4 03 60",
            LoggerTrigger(source: .processorState(3), chunk: LogChunk(offset: 0, length: 4))),
        VectorRow(
            "0b 02 04 c1 01 20",
            LoggerTrigger.loggers(of: MWThermometer(channel: 1)).map(\.packet)),
        VectorRow("0b 02 16 c1 ff 60", LoggerTrigger.loggers(of: MWHumidity()).map(\.packet)),
        VectorRow(
            "0b 02 12 01 ff 60", LoggerTrigger.loggers(of: MWBarometer()).map(\.packet)),
        VectorRow("0b 03 00", LoggerTrigger.remove(0)),
        VectorRow("0b 82 03", LoggerTrigger.read(3)),
        VectorRow("0b 0b 01 | 0b 01 01", LogCommand.startPackets()),
        VectorRow("0b 01 00", LogCommand.stop),
        VectorRow("0b 85", LogCommand.readLength),
        VectorRow("0b 09 ff ff ff ff", LogCommand.clear),
        VectorRow("0b 09 10 00 00 00", LogCommand.drop(16)),
        VectorRow("0b 0a", LogCommand.removeAllTriggers),
        VectorRow("0b 10 01", LogCommand.flushPage),
        VectorRow("0b 0e", LogCommand.confirmPage),
        VectorRow(
            "0b 07 01 | 0b 08 01 | 0b 0d 01",
            LogCommand.ReadoutRegister.allCases.map { LogCommand.notify($0, true) }),
        VectorRow(
            "0b 06 9e 01 00 00 14 00 00 00", LogCommand.readout(414, progressEvery: 20)),
        VectorRow(
            "0b 06 e8 03 00 00 14 00 00 00", LogCommand.readout(1000, progressEvery: 20)),
        // As the Python client asks: 960 entries, 4 reports (clients).
        VectorRow(
            "0b 06 c0 03 00 00 f0 00 00 00",
            LogCommand.readout(answering: [0x0B, 0x85, 0xC0, 3, 0, 0], reports: 4)),
        // Old firmware: two bytes go back as two bytes (core 3.5).
        VectorRow(
            "0b 06 9e 01 00 00 00 00",
            LogCommand.readout(answering: [0x0B, 0x85, 0x9E, 1], reports: 0)),
        VectorRow(
            "0b 01 00 | 0b 09 ff ff ff ff | 0b 0a | 0a 05 | 09 08 | 0f 08 | fe 05 | fe 01",
            FactoryReset.packets),
    ]

    @Test(arguments: timers)
    func `timers (core 6)`(_ row: VectorRow) { row.check() }

    @Test(arguments: log)
    func `loggers and the log (core 3, factory reset core 10)`(_ row: VectorRow) { row.check() }

    static func bind(
        _ source: SourceKey, _ command: some HostCommand, token: MWEventDataToken? = nil,
        sendsEmptyParameters: Bool = false
    ) throws -> EventBinding {
        var binding = try EventBinding(source: source, command: command.packet, token: token)
        binding.sendsEmptyParameters = sendsEmptyParameters
        return binding
    }

    @Test func `events (core 5)`() throws {
        let timer = MWEventSource.timerFired(Self.timer(0)).key
        VectorRow(
            "0a 02 0c 06 00 04 c1 01 | 0a 03 01",
            try EventBinding(source: timer, command: MWThermometer(channel: 1).silentReadPacket)
        ).check()
        VectorRow(
            "0a 02 0c 06 01 05 c7 01 | 0a 03 02",
            try Self.bind(
                Self.timer(1).key, MWGPIO.AnalogRead(mode: .adc, pin: 2, silent: true))
        ).check()
        let disconnect = MWEventSource.disconnected().key
        var blink = MWLEDPattern.blink
        blink.repeatCount = 10
        VectorRow(
            "0a 02 11 0a ff 02 03 0f | 0a 03 02 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a",
            try Self.bind(disconnect, MWLED.SetPattern(color: .blue, pattern: blink))
        ).check()
        VectorRow(
            "0a 02 11 0a ff 02 01 01 | 0a 03 01", try Self.bind(disconnect, MWLED.Play())
        ).check()
        VectorRow(
            "0a 02 11 0a ff 08 01 04 | 0a 03 f8 b8 0b 00",
            try Self.bind(disconnect, MWHaptic.motor(pulseWidth: 3000))
        ).check()
        VectorRow(
            "0a 02 01 01 ff 02 01 01 | 0a 03 01",
            try Self.bind(MWEventSource.buttonChanged().key, MWLED.Play())
        ).check()
        // Without parameters the C++ SDK writes an empty packet, the Swift SDK none.
        VectorRow(
            "0a 02 01 01 ff fe 01 00 | 0a 03",
            try Self.bind(
                MWEventSource.buttonChanged().key, MWDebug.Reset(), sendsEmptyParameters: true)
        ).check()
        VectorRow(
            "0a 02 01 01 ff fe 01 00",
            try Self.bind(MWEventSource.buttonChanged().key, MWDebug.Reset())
        ).check()
        VectorRow("0a 04 06", MWEvent(id: 6).remove).check()
        VectorRow("0a 05", MWEvent.removeAll).check()
        #expect(throws: MWError.self) {
            try EventBinding(
                source: timer, command: Packet(.led, 3, [UInt8](repeating: 0, count: 256)))
        }
    }

    @Test func `data tokens (core 5.3)`() throws {
        #expect(try MWEventDataToken(length: 2, destOffset: 4).encodedBytes == [0x05, 0x04])
        #expect(
            try MWEventDataToken(length: 4, sourceOffset: 2, destOffset: 3).encodedBytes
                == [0x29, 0x03])
        #expect(throws: MWError.self) { try MWEventDataToken(length: 0) }
        #expect(throws: MWError.self) { try MWEventDataToken(length: 8) }
        #expect(throws: MWError.self) { try MWEventDataToken(length: 1, sourceOffset: 16) }
        // A counter into the beacon's major number: four bytes into a place for two.
        VectorRow(
            "0a 02 09 03 00 07 03 02 09 00 | 0a 03 00 00",
            try Self.bind(
                .processor(0), MWiBeacon.SetMajor(0), token: try MWEventDataToken(length: 4))
        ).check()
        // Feedback: the output of processor 0 becomes the operand of processor 1 (core 4.7).
        let source = MWProcessorHandle(id: 0, nChannels: 1, channelSize: 2, isSigned: false)
        let math = ProcessorCommand(
            MWDataProcessor.Math(operation: .subtract, signed: false), source: source)
        VectorRow(
            "0a 02 09 03 00 09 05 09 05 04 | 0a 03 01 09 07 09 00 00 00 00 00",
            try math.feedback(from: .processor(0), length: 2, into: 1, at: 4)
        ).check()
        let comparator = ProcessorCommand(
            MWDataProcessor.Comparator(operation: .gte, reference: 0, signed: false),
            source: source)
        VectorRow(
            "0a 02 09 03 00 09 05 05 05 03 | 0a 03 00 06 2a 00 00",
            try comparator.feedback(from: .processor(0), length: 2, into: 0, at: 3)
        ).check()
    }

    @Test func `macros (core 7)`() throws {
        var macro = MacroRecording(executesOnBoot: true, splitting: .from18)
        var solid = MWLEDPattern.solid
        (solid.highIntensity, solid.lowIntensity, solid.repeatCount) = (16, 16, 5)
        macro.append(MWLED.SetPattern(color: .blue, pattern: solid))
        macro.append(MWLED.Play())
        VectorRow("0f 02 01", macro.begin).check()
        VectorRow(
            "0f 03 02 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 05 | 0f 03 02 01 01 | 0f 04",
            macro.recordPackets
        ).check()
        // The Swift SDK splits what is longer than 13 bytes.
        macro.splitting = .beyond13
        VectorRow(
            "0f 09 02 03 | 0f 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 05 | 0f 03 02 01 01 | "
                + "0f 04", macro.recordPackets
        ).check()
        let event = try Self.bind(
            .processor(2), MWLED.SetPattern(color: .blue, pattern: solid))
        VectorRow(
            "0f 03 0a 02 09 03 02 02 03 0f",
            MacroRecording.add(event.entry, splitting: .from18)
        ).check()
        VectorRow(
            "0f 03 09 07 03 01 | 0f 03 09 03 01",
            MacroRecording.add(ProcessorCommand.notify(3, true))
                + MacroRecording.add(ProcessorCommand.notifyGate(true))
        ).check()
        VectorRow("0f 05 03", MWMacro(id: 3).execute).check()
        VectorRow("0f 08", MWMacro.eraseAll).check()
        #expect(macro.recordPackets.allSatisfy(MacroRecording.isWrittenWithResponse))
        #expect(!MacroRecording.isWrittenWithResponse(macro.begin))
        #expect(!MacroRecording.isWrittenWithResponse(MWMacro.eraseAll))
    }

    @Test func `a split command loses no byte, at any length`() {
        for length in 0...18 {
            let command = Packet(.settings, 0x01, [UInt8](repeating: 7, count: length))
            for splitting in [MacroRecording.Splitting.beyond13, .from18] {
                let packets = MacroRecording.add(command, splitting: splitting)
                #expect(packets.flatMap(\.payload) == command.bytes)
                #expect(packets.count == 1 || packets[0].payload.count == 2)
            }
        }
    }
}
