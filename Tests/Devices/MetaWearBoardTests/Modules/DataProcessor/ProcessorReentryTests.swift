import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Commands in the middle of a sample, as events on an output give them.
@Suite struct ProcessorReentryTests {
    static let signal = SignalKey(1, 1)

    /// A board whose host answers each output of a processor by commands at once.
    static func bench(
        _ definitions: [String], on trigger: String, do commands: [String]
    ) -> Bench {
        let bench = Bench()
        for (id, definition) in definitions.enumerated() {
            bench.addProcessors(definition)
            bench.listen(to: id)
        }
        let wanted = Hex.bytes(trigger) ?? []
        bench.link.whileNotifying = { [unowned bench] packet in
            guard packet.starts(with: wanted) else { return }
            for command in commands { bench.board.perform(Hex.bytes(command) ?? []) }
        }
        return bench
    }

    // holds PRC-14
    // registers DataProcessor 02 05
    @Test func `a comparator may follow its own output: the next sample sees it`() {
        let bench = Bench()
        bench.addProcessors("01 01 ff 00 06 20 05")
        bench.listen(to: 0)
        bench.link.whileNotifying = { [unowned bench] packet in
            guard packet.count == 4, packet[0] == 0x09 else { return }
            bench.board.perform([0x09, 0x05, 0x00, 0x06, 0x20, packet[3]])
        }
        let heard = [3, 6, 6, 9, 7, 10].flatMap {
            bench.feed(Self.signal, Bench.number($0, bytes: 1))
        }
        #expect(heard == ["00 06", "00 09", "00 0a"])
    }

    // holds PRC-14
    // registers DataProcessor 06 08
    @Test(arguments: [
        // What the output of 0 sets off, and who hears of the sample after that.
        (["09 06 01"], ["00 07", "02 07"]),
        (["09 06 03", "09 06 01"], ["00 07", "02 07"]),
        (["09 06 00"], ["00 07", "01 07", "02 07"]),
        (["09 08"], ["00 07"]),
        // A new one of the same id on another signal has no part in this sample.
        (["09 06 01", "09 02 03 04 ff 00 01 00 00 00"], ["00 07", "02 07"]),
        (["fe 01"], ["00 07"]),
    ])
    func `processors may go in the middle of a sample`(_ commands: [String], _ heard: [String]) {
        let pass = "01 01 ff 00 01 00 00 00"
        let bench = Self.bench([pass, pass, pass], on: "09 03 00", do: commands)
        #expect(bench.feed(Self.signal, [7]) == heard)
    }

    // holds PRC-14
    // registers DataProcessor 06
    @Test func `a processor may remove itself, and its slot be used again, at each sample`() {
        let bench = Self.bench(
            ["01 01 ff 00 02 10"], on: "09 03 00",
            do: ["09 06 00", "09 02 01 01 ff 00 02 10", "09 07 00 01"])
        for _ in 0..<3 { #expect(bench.feed(Self.signal, [7]) == ["00 01"]) }
    }

    // holds PRC-14
    @Test func `a reset in the middle of a sample ends it`() {
        let bench = Bench()
        let pass = "01 01 ff 00 01 00 00 00"
        bench.addProcessors(pass, "09 03 00 00 01 00 00 00", pass)
        bench.listen(to: 0)
        bench.link.whileNotifying = { [unowned bench] _ in bench.board.resetByPin() }
        _ = bench.feed(Self.signal, [7])
        bench.link.whileNotifying = nil
        bench.connect()
        #expect(bench.board.resets == 1)
        #expect(bench.feed(Self.signal, [7]) == [])
    }

    // holds PRC-15
    // registers DataProcessor 02 04
    @Test(arguments: [
        // The output spoofs its own source; reads a state that is its source; both twice.
        (["01 01 ff 00 02 11"], ["fe 03 01 01 01 01"]),
        (["01 01 ff 00 02 11"], ["fe 03 01 01 01 01", "fe 03 01 01 01 01"]),
        (["01 01 ff 00 02 11", "09 84 00 20 02 11"], ["09 84 00", "09 84 00"]),
    ])
    func `a circle through commands comes to an end`(_ definitions: [String], _ commands: [String])
    {
        let bench = Self.bench(definitions, on: "09 03", do: commands)
        bench.board.route(Self.signal, [1])
        let count = bench.take().filter { $0.hasPrefix("09 03") }.count
        #expect((8...256).contains(count))
        #expect(bench.lines.filter { $0.contains("in a circle") }.count == 1)
        // The next datum is served as ever.
        bench.link.whileNotifying = nil
        #expect(bench.feed(Self.signal, [1]).count == 1)
    }

    // holds PRC-15 PRC-02
    // registers DataProcessor 02
    @Test func `ids that are used again make no circle of sources`() {
        let bench = Bench()
        let pass = "01 00 00 00"
        bench.play(
            """
            > 09 02 09 03 00 00 \(pass)
            ! no processor 0
            > 09 02 09 03 01 00 \(pass)
            ! no processor 1
            > 09 02 01 01 ff 00 \(pass)
            < 09 02 00
            > 09 02 09 03 00 00 \(pass)
            < 09 02 01
            > 09 06 00
            ! processor 1 uses processor 0
            > 09 02 09 03 02 00 \(pass)
            ! no processor 2
            """)
    }
}
