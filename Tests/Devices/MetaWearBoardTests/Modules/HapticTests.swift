import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct HapticTests {
    // registers Haptic 01
    // holds HAP-01
    @Test func `a motor pulse runs its width`() throws {
        let bench = Bench()
        let haptic: Haptic = try #require(bench.board.module())
        bench.write("08 01 f8 88 13 00")
        #expect(haptic.duty(at: bench.board.now) == 248)
        #expect(!haptic.isBuzzer)
        bench.run(milliseconds: 4_999)
        #expect(haptic.duty(at: bench.board.now) == 248)
        bench.run(milliseconds: 1)
        #expect(haptic.duty(at: bench.board.now) == 0)
    }

    // registers Haptic 01
    // holds HAP-02
    @Test func `a buzzer pulse replaces the motor's`() throws {
        let bench = Bench()
        let haptic: Haptic = try #require(bench.board.module())
        bench.write("08 01 f8 88 13 00")
        bench.run(milliseconds: 1_000)
        bench.write("08 01 7f 4c 1d 01")
        #expect(haptic.duty(at: bench.board.now) == 0x7F)
        #expect(haptic.isBuzzer)
        bench.run(milliseconds: 7_499)
        #expect(haptic.duty(at: bench.board.now) == 0x7F)
        bench.run(milliseconds: 1)
        #expect(haptic.duty(at: bench.board.now) == 0)
    }
}
