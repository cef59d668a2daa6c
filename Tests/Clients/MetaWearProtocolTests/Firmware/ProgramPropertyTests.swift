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
            let bench = BoardBench()
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
            let id = try #require(bench.make(binding.entry))
            bench.write(try #require(binding.parameters))

            let entry = try #require(bench.ask(.read(.event, 0x02, [id])))
            #expect(Array(entry.dropFirst(2)) == binding.entry.payload)
            let parameters = try #require(bench.ask(.read(.event, 0x03, [id])))
            #expect(Array(parameters.dropFirst(2)) == stored)

            bench.write(MWDebug.SpoofNotification(key: source, data: data))
            bench.run(milliseconds: 10)
            var expected = stored
            if isSpliced {
                for i in 0..<Int(length) {
                    expected[Int(token.destOffset) + i] = data[Int(token.sourceOffset) + i]
                }
            }
            let key = try #require(bench.ask(MWDebug.WriteKey.read))
            #expect(Array(key.dropFirst(2)) == expected)

            bench.write(MWEvent(id: id).remove)
            bench.write(MWDebug.WriteKey(0))
            bench.write(MWDebug.SpoofNotification(key: source, data: data))
            bench.run(milliseconds: 10)
            #expect(
                bench.ask(MWDebug.WriteKey.read).map { Array($0.dropFirst(2)) } == [0, 0, 0, 0])
            #expect(bench.refusals() == [])
        }
    }

    @Test func `every source of an event fires it (core 5.2)`() throws {
        let bench = BoardBench()
        let timer = try MWTimer.Create(periodMs: 50, repetitions: 1)
            .made(by: #require(bench.ask(MWTimer.Create(periodMs: 50, repetitions: 1).packet)))
        let sources: [(MWEventSource, (BoardBench) -> Void)] = [
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
            _ = try #require(bench.make(binding.entry))
            bench.write(try #require(binding.parameters))
            happen(bench)
            bench.run(milliseconds: 200)
            let answer = try #require(bench.ask(MWDebug.WriteKey.read))
            #expect(answer.span.uint32(at: 2) == number, "\(source)")
            bench.write(MWEvent.removeAll)
        }
        #expect(bench.refusals() == [])
    }

    @Test func `a timer ticks as often and as far apart as was said (core 6)`() throws {
        var draw = Draw("timer")
        for _ in 0..<40 {
            let bench = BoardBench()
            let create = MWTimer.Create(
                periodMs: draw.number(1...2000),
                repetitions: draw.flag() ? MWTimer.infinite : draw.number(1...12),
                immediate: draw.flag())
            let timer = try create.made(by: #require(bench.ask(create.packet)))
            let answer = try #require(bench.ask(.read(.timer, 0x02, [timer.id])))
            #expect(Array(answer.dropFirst(2)) == create.packet.payload)
            bench.write([timer.notify(true), timer.start])
            let span = Int(create.periodMs) * 10 + Int(create.periodMs) / 2
            bench.run(milliseconds: Int64(span))
            let ticks = bench.take().filter { $0 == [0x0C, 0x06, timer.id] }.count
            let all = 10 + (create.immediate ? 1 : 0)
            #expect(
                ticks
                    == (create.repetitions == MWTimer.infinite
                        ? all : min(all, Int(create.repetitions))))
            bench.write(timer.stop)
            bench.run(milliseconds: Int64(span))
            #expect(bench.take().isEmpty)
            bench.write(timer.remove)
            #expect(bench.ask(.read(.timer, 0x02, [timer.id])).map { $0.count > 2 } != true)
            #expect(bench.refusals() == [])
        }
    }

    @Test(arguments: [MacroRecording.Splitting.beyond13, .from18])
    func `a macro holds every command whole, however it was split (core 7)`(
        _ splitting: MacroRecording.Splitting
    ) throws {
        var draw = Draw("macro")
        for round in 0..<20 {
            let bench = BoardBench()
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
            let macro = MWMacro(id: try #require(bench.make(recording.begin)))
            bench.write(recording.recordPackets)
            #expect(bench.refusals() == [])

            // Number of commands, and each of them as it was.
            let summary = try #require(bench.ask(.read(.macro, 0x02, [macro.id])))
            #expect(
                summary.dropFirst(2).elementsEqual([
                    macro.id, recording.executesOnBoot ? 1 : 0, UInt8(recording.commands.count),
                ]))
            for (index, command) in recording.commands.enumerated() {
                let stored = bench.ask(.read(.macro, 0x03, [macro.id, UInt8(index)]))
                #expect(
                    stored.map { Array($0.dropFirst(2)) } == Array(command.bytes.prefix(18)))
            }

            bench.write([macro.notify(true), macro.execute])
            bench.run(milliseconds: 100)
            #expect(bench.take().contains([0x0F, 0x07, macro.id]))
            #expect(
                bench.number(MWDebug.WriteKey.read) == number)
            #expect(bench.words(macro.execute) == "macro execute: value \(macro.id)")

            // At the next start only if it was told to.
            bench.write(MWDebug.Reset())
            bench.run(milliseconds: 3000)
            bench.connect()
            let key = bench.number(MWDebug.WriteKey.read)
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
            let bench = BoardBench()
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
                let id = try #require(bench.make(trigger.packet))
                let answer = try #require(bench.ask(LoggerTrigger.read(id)))
                #expect(LoggerTrigger(answer: answer) == trigger)
                chunks.append(LoggerChunk(id: id, byteCount: Int(trigger.chunk.length)))
            }
            bench.write(LogCommand.startPackets())
            var fed: [[UInt8]] = []
            for _ in 0..<draw.number(1...40) {
                let data = draw.bytes(whole.length)
                bench.write(MWDebug.SpoofNotification(key: whole.key, data: data))
                fed.append(Array(data[signal.dataOffset..<signal.dataOffset + signal.length]))
                bench.run(milliseconds: draw.number(1...40))
            }
            bench.write(LogCommand.stop)
            #expect(bench.refusals() == [])
            let entries = DownloadDriver.download(from: bench)
            #expect(entries.count == fed.count * triggers.count)
            #expect(LogAssembler.samples(of: entries, chunks: chunks).map(\.bytes) == fed)
            #expect(
                LogAssembler.samples(of: entries, chunks: chunks, pairing: .byTick).map(\.bytes)
                    == fed)

            bench.write([LogCommand.clear, LogCommand.removeAllTriggers])
            #expect(bench.number(LogCommand.readLength) == 0)
            #expect(
                bench.ask(LoggerTrigger.read(chunks[0].id)).flatMap { LoggerTrigger(answer: $0) }
                    == nil)
        }
    }

    @Test func `a polled value is logged by a timer and an event (sensors 1.7)`() throws {
        let bench = BoardBench()
        bench.environment.temperature = Course(21.5)
        let thermometer = MWThermometer(channel: 1)
        let create = MWTimer.Create(periodMs: 100, repetitions: 8)
        let timer = try create.made(by: #require(bench.ask(create.packet)))
        let binding = try EventBinding(
            source: timer.key, command: thermometer.silentReadPacket)
        _ = try #require(bench.make(binding.entry))
        bench.write(try #require(binding.parameters))
        var chunks: [LoggerChunk] = []
        for trigger in LoggerTrigger.loggers(of: thermometer) {
            chunks.append(
                LoggerChunk(
                    id: try #require(bench.make(trigger.packet)),
                    byteCount: Int(trigger.chunk.length)))
        }
        bench.write(LogCommand.startPackets() + [timer.start])
        bench.run(milliseconds: 2000)
        bench.write(LogCommand.stop)
        let samples = LogAssembler.samples(
            of: DownloadDriver.download(from: bench), chunks: chunks)
        #expect(samples.count == 8)
        for sample in samples { #expect(try thermometer.loggedSample(from: sample.bytes) == 21.5) }
        #expect(bench.refusals() == [])
    }

    @Test func `a factory reset leaves nothing behind (core 10)`() throws {
        let bench = BoardBench()
        _ = try #require(bench.make(MWTimer.Create(periodMs: 100).packet))
        _ = try #require(
            bench.make(ProcessorCommand(MWDataProcessor.Counter(), source: MWSwitchSignal()).packet)
        )
        let trigger = LoggerTrigger.loggers(of: MWSwitchSignal())[0]
        _ = try #require(bench.make(trigger.packet))
        bench.write(LogCommand.startPackets())
        bench.write(MWDebug.SpoofButtonEvent(1))
        var recording = MacroRecording(executesOnBoot: true)
        recording.append(MWLED.Play())
        _ = try #require(bench.make(recording.begin))
        bench.write(recording.recordPackets)
        let before = try LogTimeReading(answer: #require(bench.ask(LogCommand.readTime)))
        bench.write(FactoryReset.packets)
        bench.run(milliseconds: 3000)
        bench.connect()
        let after = try LogTimeReading(answer: #require(bench.ask(LogCommand.readTime)))
        #expect(after.isReset(since: before))
        #expect(bench.number(LogCommand.readLength) == 0)
        #expect(
            bench.ask(LoggerTrigger.read(0)).flatMap { LoggerTrigger(answer: $0) } == nil)
        #expect(
            bench.ask(ProcessorCommand.read(0)).flatMap { ActiveProcessor(id: 0, answer: $0) }
                == nil
        )
        #expect(bench.ask(.read(.macro, 0x02, [0])).map { $0.count > 2 } != true)
    }
}
