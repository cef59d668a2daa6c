import Simulation
import Testing

@testable import MetaWearBoard

/// Modules of the firmware that hang or are slow.
@Suite struct ModuleFaultTests {
    static let logging: UInt8 = 0x0B

    @Test func `a module that was slow runs what it holds before what comes then`() {
        let bench = Bench()
        bench.board.setModule(Self.logging, .slow(.seconds(2 as Int64)))
        bench.run(.seconds(1 as Int64))
        #expect(bench.ask("0b 0a") == [])
        bench.run(.milliseconds(500))
        bench.board.setModule(Self.logging, nil)
        // Another module is as fast as ever.
        #expect(bench.ask("03 83").count == 1)
        #expect(bench.ask("0b 02 03 04 ff 60") == [])
        bench.run(.seconds(3 as Int64))
        #expect(bench.take() == ["0b 02 00"])
        #expect(bench.ask("0b 82 00") == ["0b 82 03 04 ff 60"])
        // It holds nothing any more.
        #expect(bench.ask("0b 02 03 04 ff 24") == ["0b 02 01"])
    }

    @Test func `a module that becomes faster keeps the order of its commands`() {
        let bench = Bench()
        bench.board.setModule(Self.logging, .slow(.seconds(4 as Int64)))
        #expect(bench.ask("0b 0a") == [])
        bench.board.setModule(Self.logging, .slow(.milliseconds(10)))
        #expect(bench.ask("0b 02 03 04 ff 60") == [])
        bench.run(.seconds(1 as Int64))
        #expect(bench.take() == [])
        bench.run(.seconds(4 as Int64))
        #expect(bench.take() == ["0b 02 00"])
        #expect(bench.ask("0b 82 00") == [])
        bench.run(.milliseconds(11))
        #expect(bench.take() == ["0b 82 03 04 ff 60"])
    }

    @Test func `a reset clears what a slow module holds`() {
        let bench = Bench()
        bench.board.setModule(Self.logging, .slow(.seconds(4 as Int64)))
        #expect(bench.ask("0b 02 03 04 ff 60") == [])
        bench.board.setModule(Self.logging, nil)
        bench.board.resetByPin()
        bench.run(.seconds(10 as Int64))
        bench.connect()
        #expect(bench.ask("0b 82 00") == ["0b 82"])
    }
}
