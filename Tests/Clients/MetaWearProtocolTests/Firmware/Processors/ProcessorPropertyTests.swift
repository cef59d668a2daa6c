import Checkout
import MetaWearBoard
import MetaWearTables
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// Every type of processor that hosts make, on a board that gets random samples.
@Suite struct ProcessorPropertyTests {
    @Test(arguments: ProcessorProperty.flow)
    func `samples pass, wait and gather (core 4.6)`(_ property: ProcessorProperty) throws {
        try property.check()
    }

    @Test(arguments: ProcessorProperty.arithmetic)
    func `samples are added, smoothed and calculated with (core 4.6)`(
        _ property: ProcessorProperty
    ) throws {
        try property.check()
    }

    @Test(.slow, arguments: ProcessorProperty.deciding)
    func `samples are compared (core 4.6)`(_ property: ProcessorProperty) throws {
        try property.check()
    }

    @Test func `a stamp is the log's tick (core 4.6)`() throws {
        let bench = BoardBench()
        let command = ProcessorCommand(MWDataProcessor.Accounter(), source: MWSwitchSignal())
        let id = try #require(bench.make(command.packet))
        bench.write([ProcessorCommand.notify(id, true), ProcessorCommand.notifyGate(true)])
        for _ in 0..<20 {
            bench.run(milliseconds: 777)
            _ = bench.take()
            bench.write(MWDebug.SpoofButtonEvent(1))
            let data = try #require(
                bench.take().compactMap { ProcessorCommand.notification($0) }.first?.data)
            let answer = try #require(bench.ask(LogCommand.readTime, within: .zero))
            #expect(data.count == Int(command.output.dataLength))
            #expect(data.span.uint32(at: 0) == (try LogTimeReading(answer: answer)).tick)
        }
    }

    @Test func `buffers keep the last sample, and a fuser joins them (core 4.6)`() throws {
        var draw = Draw("fuser")
        for _ in 0..<20 {
            let bench = BoardBench()
            let first = ProcessorProperty.source(&draw, channels: 1)
            let others = (0..<draw.number(1...3)).map { _ in
                ProcessorProperty.source(&draw, channels: 1)
            }
            .filter { $0.key != first.key }
            var ids: [UInt8] = []
            for other in others {
                ids.append(
                    try #require(
                        bench.make(
                            ProcessorCommand(MWDataProcessor.Buffer(), source: other).packet)))
            }
            let length = others.reduce(0) { $0 + $1.length }
            let command = ProcessorCommand(
                try MWDataProcessor.Fuser(bufferIDs: ids, bufferedLength: UInt8(length)),
                source: first)
            let id = try #require(bench.make(command.packet))
            let answer = try #require(bench.ask(ProcessorCommand.read(id)))
            #expect(ActiveProcessor(id: id, answer: answer)?.bufferIDs == ids)
            bench.write([ProcessorCommand.notify(id, true), ProcessorCommand.notifyGate(true)])

            func feed(_ signal: BoardSignal) -> [UInt8] {
                let bytes = draw.bytes(signal.length)
                bench.write(
                    MWDebug.SpoofNotification(
                        key: signal.key,
                        data: [UInt8](repeating: 0, count: signal.dataOffset) + bytes))
                return bytes
            }
            for _ in 0..<5 {
                for (other, buffer) in zip(others, ids) {
                    let bytes = feed(other)
                    let state = try #require(bench.ask(ProcessorCommand.readState(buffer)))
                    #expect(Array(state.dropFirst(3)) == bytes)
                }
                // A key may have fed two buffers: their states are the truth.
                let kept = try ids.flatMap { buffer in
                    try #require(bench.ask(ProcessorCommand.readState(buffer))).dropFirst(3)
                }
                _ = bench.take()
                let own = feed(first)
                let output = bench.take().compactMap { ProcessorCommand.notification($0) }
                    .first { $0.id == id }
                #expect(output?.data == own + kept)
                #expect(output?.data.count == Int(command.output.dataLength))
            }
        }
    }

    @Test func `states and configurations are set, and processors removed (core 4.7, 4.8)`() throws
    {
        let bench = BoardBench()
        var draw = Draw("states")
        let counter = try #require(
            bench.make(ProcessorCommand(MWDataProcessor.Counter(), source: MWSwitchSignal()).packet)
        )
        let gate = ProcessorCommand(
            MWDataProcessor.Passthrough(mode: .count, count: 3), source: MWSwitchSignal())
        let gateID = try #require(bench.make(gate.packet))
        for _ in 0..<20 {
            let (count, passes): (UInt32, UInt16) = (draw.any(), draw.any())
            bench.write([
                ProcessorCommand.setState(counter, count.littleEndianBytes),
                ProcessorCommand.setState(gateID, passes.littleEndianBytes),
            ])
            let answer = try #require(bench.ask(ProcessorCommand.readState(counter)))
            #expect(answer.span.uint32(at: 3) == count)
            let other = try #require(bench.ask(ProcessorCommand.readState(gateID)))
            #expect(other.span.uint16(at: 3) == passes)
            #expect(bench.ask(ProcessorCommand.readStateSilently(counter)) == nil)
        }
        let changed = ProcessorCommand(
            MWDataProcessor.Passthrough(mode: .conditional, count: 7), source: MWSwitchSignal())
        bench.write(changed.modify(gateID))
        let answer = try #require(bench.ask(ProcessorCommand.read(gateID)))
        #expect(
            ActiveProcessor(id: gateID, answer: answer)?.configBytes.starts(with: [1, 7, 0])
                == true)
        bench.write(ProcessorCommand.remove(gateID))
        let free = bench.ask(ProcessorCommand.read(gateID))
        #expect(free.flatMap { ActiveProcessor(id: gateID, answer: $0) } == nil)
        bench.write(ProcessorCommand.removeAll)
        #expect(
            bench.ask(ProcessorCommand.read(counter))
                .flatMap { ActiveProcessor(id: counter, answer: $0) } == nil)
        #expect(bench.refusals() == [])
    }

    @Test func `an output goes back into a configuration (core 4.7)`() throws {
        // Each press takes the number of the press before from its own.
        let bench = BoardBench()
        let count = ProcessorCommand(
            MWDataProcessor.Counter(outputSize: 2), source: MWSwitchSignal())
        let counter = try #require(bench.make(count.packet))
        let difference = ProcessorCommand(
            MWDataProcessor.Math(operation: .subtract, rhs: 0, signed: false),
            source: count.handle(id: counter))
        let math = try #require(bench.make(difference.packet))
        let loop = try difference.feedback(from: .processor(counter), length: 2, into: math, at: 4)
        _ = try #require(bench.make(loop.entry))
        bench.write(try #require(loop.parameters))
        bench.write([ProcessorCommand.notify(math, true), ProcessorCommand.notifyGate(true)])
        let results = (0..<5).map { _ -> UInt32? in
            _ = bench.take()
            bench.write(MWDebug.SpoofButtonEvent(1))
            return bench.take().compactMap { ProcessorCommand.notification($0) }
                .first.map { $0.data.span.uint32(at: 0) }
        }
        #expect(results == [1, 1, 1, 1, 1])
        #expect(bench.refusals() == [])
    }
}
