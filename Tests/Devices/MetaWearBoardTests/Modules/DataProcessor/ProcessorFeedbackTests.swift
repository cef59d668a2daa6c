import Testing
import Wire

@testable import MetaWearBoard

/// Events on a processor's output that change a processor (core 4.7).
@Suite struct ProcessorFeedbackTests {
    static func number(_ value: Int) -> ShortBytes { Bench.number(value, bytes: 2) }
    static let signal = SignalKey(0x12, 0x01)

    // holds PRC-14
    // registers DataProcessor 05
    @Test func `a comparator follows its own output: the highest so far`() {
        let bench = Bench()
        bench.addProcessors("12 01 ff 20 06 2a 00 00")
        bench.listen(to: 0)
        bench.play(
            """
            > 0a 02 09 03 00 09 05 05 05 03
            < 0a 02 00
            > 0a 03 00 06 2a 00 00
            """)
        let heard = [300, 200, 299, 300, 512, 400].flatMap {
            bench.feed(Self.signal, Self.number($0))
        }
        #expect(heard == ["00 2c 01", "00 2c 01", "00 00 02"])
        #expect(bench.ask("09 82 00")[0].hasPrefix("09 82 12 01 ff 20 06 2a 00 02"))
    }

    // holds PRC-14
    // registers DataProcessor 05
    @Test func `an output becomes the operand of another processor`() {
        let bench = Bench()
        bench.addProcessors("12 01 ff 20 01 00 00 00", "05 87 00 20 09 07 09 00 00 00 00 00")
        bench.listen(to: 1)
        bench.play(
            """
            > 0a 02 09 03 00 09 05 09 05 04
            < 0a 02 00
            > 0a 03 01 09 07 09 00 00 00 00 00
            """)
        let pin = SignalKey(0x05, 0x87, 0)
        #expect(bench.feed(pin, Self.number(1000)) == ["01 e8 03 00 00"])
        _ = bench.feed(Self.signal, Self.number(300))
        #expect(bench.feed(pin, Self.number(1000)) == ["01 bc 02 00 00"])
    }

    // holds PRC-14 PRC-20
    // registers DataProcessor 04
    @Test func `an event opens a passthrough for one sample`() {
        let bench = Bench()
        bench.addProcessors("12 01 ff 20 01 02 00 00")
        bench.listen(to: 0)
        bench.play(
            """
            > 0a 02 01 01 ff 09 04 03
            < 0a 02 00
            > 0a 03 00 01 00
            """)
        #expect(bench.feed(Self.signal, Self.number(1)) == [])
        bench.board.setButton(pressed: true)
        #expect(bench.feed(Self.signal, Self.number(2)) == ["00 02 00"])
        #expect(bench.feed(Self.signal, Self.number(3)) == [])
    }
}
