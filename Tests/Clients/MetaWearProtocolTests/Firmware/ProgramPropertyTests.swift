import MetaWearBoard
import MetaWearTables
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// Events with data tokens, timers, macros and loggers of random make, on a real board.
@Suite struct ProgramPropertyTests {
    @Test func `an event writes what its token takes from the data (core 5.3)`() throws {
        var draw = Draw("token")
        for _ in 0..<60 {
            // The board does with iBeacon and debug registers what is easy to read back.
            let desk = BoardDesk()
            let source = SourceKey(.accelerometer, 0x04)
            let data = draw.bytes(6)
            let stored = draw.bytes(4)
            let command = Packet(.debug, 0x04, stored)
            let length: UInt8 = draw.number(1...4)
            let token = try MWEventDataToken(
                length: length, sourceOffset: draw.number(0...(6 - length)),
                destOffset: draw.number(0...(4 - length)))
            let isSpliced = draw.flag()
            let binding = try EventBinding(
                source: source, command: command, token: isSpliced ? token : nil)
            let id = try #require(desk.make(binding.entry))
            desk.write(try #require(binding.parameters))

            let entry = try #require(desk.ask(.read(.event, 0x02, [id])))
            #expect(Array(entry.dropFirst(2)) == binding.entry.payload)
            let parameters = try #require(desk.ask(.read(.event, 0x03, [id])))
            #expect(Array(parameters.dropFirst(2)) == stored)

            desk.write(MWDebug.SpoofNotification(key: source, data: data))
            desk.run(milliseconds: 10)
            var expected = stored
            if isSpliced {
                for i in 0..<Int(length) {
                    expected[Int(token.destOffset) + i] = data[Int(token.sourceOffset) + i]
                }
            }
            let key = try #require(desk.ask(MWDebug.WriteKey.read))
            #expect(Array(key.dropFirst(2)) == expected)

            desk.write(MWEvent(id: id).remove)
            desk.write(MWDebug.WriteKey(0))
            desk.write(MWDebug.SpoofNotification(key: source, data: data))
            desk.run(milliseconds: 10)
            #expect(desk.ask(MWDebug.WriteKey.read).map { Array($0.dropFirst(2)) } == [0, 0, 0, 0])
            #expect(desk.refusals() == [])
        }
    }

    @Test func `every source of an event fires it (core 5.2)`() throws {
        let desk = BoardDesk()
        let timer = try MWTimer.Create(periodMs: 50, repetitions: 1)
            .made(by: #require(desk.ask(MWTimer.Create(periodMs: 50, repetitions: 1).packet)))
        let sources: [(MWEventSource, (BoardDesk) -> Void)] = [
            (.timerFired(timer), { $0.write(timer.start) }),
            (.buttonChanged(), { $0.board.setButton(pressed: true) }),
            (
                .gpioChanged(pin: 1),
                {
                    $0.write(MWGPIO.SetLow(pin: 1))
                    $0.write(MWGPIOPinChange(pin: 1).configurePackets)
                    $0.write(MWGPIOPinChange(pin: 1).enablePackets)
                    $0.write(MWGPIO.SetHigh(pin: 1))
                }
            ),
            (.disconnected(), { $0.reconnect() }),
        ]
        for (index, (source, happen)) in sources.enumerated() {
            let number = UInt32(index + 1)
            let binding = try EventBinding(
                source: source.key, command: MWDebug.WriteKey(number).packet)
            _ = try #require(desk.make(binding.entry))
            desk.write(try #require(binding.parameters))
            happen(desk)
            desk.run(milliseconds: 200)
            let answer = try #require(desk.ask(MWDebug.WriteKey.read))
            #expect(answer.span.uint32(at: 2) == number, "\(source)")
            desk.write(MWEvent.removeAll)
        }
        #expect(desk.refusals() == [])
    }

    @Test func `a timer ticks as often and as far apart as was said (core 6)`() throws {
        var draw = Draw("timer")
        for _ in 0..<40 {
            let desk = BoardDesk()
            let create = MWTimer.Create(
                periodMs: draw.number(1...2000),
                repetitions: draw.flag() ? MWTimer.infinite : draw.number(1...12),
                immediate: draw.flag())
            let timer = try create.made(by: #require(desk.ask(create.packet)))
            let answer = try #require(desk.ask(.read(.timer, 0x02, [timer.id])))
            #expect(Array(answer.dropFirst(2)) == create.packet.payload)
            desk.write([timer.notify(true), timer.start])
            let span = Int(create.periodMs) * 10 + Int(create.periodMs) / 2
            desk.run(milliseconds: Int64(span))
            let ticks = desk.take().filter { $0 == [0x0C, 0x06, timer.id] }.count
            let all = 10 + (create.immediate ? 1 : 0)
            #expect(
                ticks
                    == (create.repetitions == MWTimer.infinite
                        ? all : min(all, Int(create.repetitions))))
            desk.write(timer.stop)
            desk.run(milliseconds: Int64(span))
            #expect(desk.take().isEmpty)
            desk.write(timer.remove)
            #expect(desk.ask(.read(.timer, 0x02, [timer.id])).map { $0.count > 2 } != true)
            #expect(desk.refusals() == [])
        }
    }

    @Test(arguments: [MacroRecording.Splitting.beyond13, .from18])
    func `a macro holds every command whole, however it was split (core 7)`(
        _ splitting: MacroRecording.Splitting
    ) throws {
        var draw = Draw("macro")
        for round in 0..<20 {
            let desk = BoardDesk()
            var recording = MacroRecording(executesOnBoot: round % 2 == 1, splitting: splitting)
            // Long ones and short ones.
            recording.append(
                MWLED.SetPattern(
                    color: draw.one(),
                    pattern: MWLEDPattern(riseTime: draw.any(), repeatCount: draw.number(1...9))))
            for _ in 0..<draw.number(0...4) {
                recording.append(MWiBeacon.SetMajor(draw.any()))
                recording.append(try MWiBeacon.SetUUID(uuidBytes: draw.bytes(16)))
                recording.append(Packet(.settings, 0x01, draw.bytes(draw.number(1...16))))
            }
            let number: UInt32 = draw.any()
            recording.append(MWDebug.WriteKey(number))
            let macro = MWMacro(id: try #require(desk.make(recording.begin)))
            desk.write(recording.recordPackets)
            #expect(desk.refusals() == [])

            // Number of commands, and each of them as it was.
            let summary = try #require(desk.ask(.read(.macro, 0x02, [macro.id])))
            #expect(
                summary.dropFirst(2).elementsEqual([
                    macro.id, recording.executesOnBoot ? 1 : 0, UInt8(recording.commands.count),
                ]))
            for (index, command) in recording.commands.enumerated() {
                let stored = desk.ask(.read(.macro, 0x03, [macro.id, UInt8(index)]))
                #expect(
                    stored.map { Array($0.dropFirst(2)) } == Array(command.bytes.prefix(18)))
            }

            desk.write([macro.notify(true), macro.execute])
            desk.run(milliseconds: 100)
            #expect(desk.take().contains([0x0F, 0x07, macro.id]))
            #expect(
                desk.number(MWDebug.WriteKey.read) == number)
            #expect(desk.words(macro.execute) == "macro execute: value \(macro.id)")

            // At the next start only if it was told to.
            desk.write(MWDebug.Reset())
            desk.run(milliseconds: 3000)
            desk.connect()
            let key = desk.number(MWDebug.WriteKey.read)
            #expect(key == (recording.executesOnBoot ? number : 0))
        }
    }

    @Test func `loggers record the bytes that they were made for (core 3.3)`() throws {
        var draw = Draw("loggers")
        let catalogue = SignalCatalogue(modules: [
            MWModuleInfo(module: .accelerometer, implementation: 4, revision: 0),
            MWModuleInfo(module: .gyro, implementation: 1, revision: 0),
        ])
        for _ in 0..<25 {
            let desk = BoardDesk()
            // Any signal or axis; temperatures are logged from silent reads.
            let names: [Signal] = [
                .acceleration, .rotation, .magneticField, .pressure, .light, .switch, .quaternion,
                .correctedRotation,
            ]
            let whole = try #require(catalogue.signal(draw.one(of: names)))
            let isAxis = whole.fields.count == 3 && draw.flag()
            let signal = isAxis ? whole.component(draw.number(0...2)) ?? whole : whole
            let triggers = LoggerTrigger.loggers(of: signal)
            var chunks: [LoggerChunk] = []
            for trigger in triggers {
                let id = try #require(desk.make(trigger.packet))
                let answer = try #require(desk.ask(LoggerTrigger.read(id)))
                #expect(LoggerTrigger(answer: answer) == trigger)
                chunks.append(LoggerChunk(id: id, byteCount: Int(trigger.chunk.length)))
            }
            desk.write(LogCommand.startPackets())
            var fed: [[UInt8]] = []
            for _ in 0..<draw.number(1...40) {
                let data = draw.bytes(whole.length)
                desk.write(MWDebug.SpoofNotification(key: whole.key, data: data))
                fed.append(Array(data[signal.dataOffset..<signal.dataOffset + signal.length]))
                desk.run(milliseconds: draw.number(1...40))
            }
            desk.write(LogCommand.stop)
            #expect(desk.refusals() == [])
            let entries = DownloadDriver.download(from: desk)
            #expect(entries.count == fed.count * triggers.count)
            #expect(LogAssembler.samples(of: entries, chunks: chunks).map(\.bytes) == fed)
            #expect(
                LogAssembler.samples(of: entries, chunks: chunks, pairing: .byTick).map(\.bytes)
                    == fed)

            desk.write([LogCommand.clear, LogCommand.removeAllTriggers])
            #expect(desk.number(LogCommand.readLength) == 0)
            #expect(
                desk.ask(LoggerTrigger.read(chunks[0].id)).flatMap { LoggerTrigger(answer: $0) }
                    == nil)
        }
    }

    @Test func `a polled value is logged by a timer and an event (sensors 1.7)`() throws {
        let desk = BoardDesk()
        desk.environment.temperature = Course(21.5)
        let thermometer = MWThermometer(channel: 1)
        let create = MWTimer.Create(periodMs: 100, repetitions: 8)
        let timer = try create.made(by: #require(desk.ask(create.packet)))
        let binding = try EventBinding(
            source: timer.key, command: thermometer.silentReadPacket)
        _ = try #require(desk.make(binding.entry))
        desk.write(try #require(binding.parameters))
        var chunks: [LoggerChunk] = []
        for trigger in LoggerTrigger.loggers(of: thermometer) {
            chunks.append(
                LoggerChunk(
                    id: try #require(desk.make(trigger.packet)),
                    byteCount: Int(trigger.chunk.length)))
        }
        desk.write(LogCommand.startPackets() + [timer.start])
        desk.run(milliseconds: 2000)
        desk.write(LogCommand.stop)
        let samples = LogAssembler.samples(
            of: DownloadDriver.download(from: desk), chunks: chunks)
        #expect(samples.count == 8)
        for sample in samples { #expect(try thermometer.loggedSample(from: sample.bytes) == 21.5) }
        #expect(desk.refusals() == [])
    }

    @Test func `a factory reset leaves nothing behind (core 10)`() throws {
        let desk = BoardDesk()
        _ = try #require(desk.make(MWTimer.Create(periodMs: 100).packet))
        _ = try #require(
            desk.make(ProcessorCommand(MWDataProcessor.Counter(), source: MWSwitchSignal()).packet))
        let trigger = LoggerTrigger.loggers(of: MWSwitchSignal())[0]
        _ = try #require(desk.make(trigger.packet))
        desk.write(LogCommand.startPackets())
        desk.write(MWDebug.SpoofButtonEvent(1))
        var recording = MacroRecording(executesOnBoot: true)
        recording.append(MWLED.Play())
        _ = try #require(desk.make(recording.begin))
        desk.write(recording.recordPackets)
        let before = try LogTimeReading(answer: #require(desk.ask(LogCommand.readTime)))
        desk.write(FactoryReset.packets)
        desk.run(milliseconds: 3000)
        desk.connect()
        let after = try LogTimeReading(answer: #require(desk.ask(LogCommand.readTime)))
        #expect(after.isReset(since: before))
        #expect(desk.number(LogCommand.readLength) == 0)
        #expect(
            desk.ask(LoggerTrigger.read(0)).flatMap { LoggerTrigger(answer: $0) } == nil)
        #expect(
            desk.ask(ProcessorCommand.read(0)).flatMap { ActiveProcessor(id: 0, answer: $0) } == nil
        )
        #expect(desk.ask(.read(.macro, 0x02, [0])).map { $0.count > 2 } != true)
    }
}
