import Testing
@testable import VeltoKit

/// The gamepad stack of the newest version (protocol, triki-motion 3.11).
@Suite struct GamepadTests {
    @Test(arguments: [
        ([0.03, 0.05, 0.199], BLEMode.normal), ([0.01, 0.01, 0.01], .fast),
        ([0.2, 0.2, 2.9], .lowPower), ([0.01, 0.01], .unknown), ([0.0005, 3.1, 4], .unknown),
        // 52 Hz in batches of three notifications never agree.
        ([0.0075, 0.0075, 0.0427, 0.0075, 0.0075, 0.0427], .unknown),
    ])
    func `three equal samples make a mode`(deltas: [Double], mode: BLEMode) {
        var monitor = TrikiBLEMonitor()
        for delta in deltas { monitor.sample(delta: delta) }
        #expect(monitor.mode == mode)
    }

    @Test func `silence is a sample of low power`() {
        var monitor = TrikiBLEMonitor()
        for _ in 0..<3 { monitor.poll(silence: 1.4) }
        #expect(monitor.mode == .unknown)
        for _ in 0..<3 { monitor.poll(silence: 1.5) }
        #expect(monitor.mode == .lowPower)
    }

    @Test func `a frame of 14 bytes is read by the rule for eight`() {
        var parser = TrikiParser()
        let frame: [UInt8] = [0x22, 0, 0x64, 0, 0x38, 0xFF, 0x2C, 1, 0x18, 0, 0, 0, 0xFE, 0xF7]
        #expect(parser.parse(frame).preset == .legacy8)
        #expect(parser.parse(Array(frame[..<7])).preset == .fallback)
        #expect(parser.parse(frame + [0, 0]).preset == .v2)
        // With the button down it is dropped.
        var count = 0
        parser.stream([0x22, 1] + frame[2...]) { _ in count += 1 }
        #expect(count == 0)
    }

    @Test func `a swing is a peak that falls off`() {
        var engine = TrikiMotionEngine()
        var swings: [Int] = []
        for (index, y) in ([0.1, 0.3, 0.3, 0.3] as [Float]).enumerated() {
            let out = engine.update(y: y, button: false, deltaTime: 0.04, mode: .normal)
            if out.swing { swings.append(index) }
        }
        #expect(swings == [2])
    }

    /// The table and its last row contradict each other; an unknown stream runs the normal path.
    @Test(arguments: [(GamepadTuning.Purpose.game, 0.575, 0.45, 6), (.smooth, 0.805, 0.5, 8)])
    func `a stream of unknown mode finds swings as a normal one does`(
        purpose: GamepadTuning.Purpose, peak: Float, drop: Float, frames: Int
    ) {
        let swing = GamepadTuning.Swing(peak: peak, drop: drop, frames: frames)
        #expect(GamepadTuning.of(.unknown, purpose).swing == swing)
        #expect(GamepadTuning.of(.normal, purpose).swing == swing)
        #expect(GamepadTuning.of(.lowPower, purpose).swing == nil)
        var engine = TrikiMotionEngine(purpose)
        let swings = ([0.1, 0.3, 0.3] as [Float]).map {
            engine.update(y: $0, button: false, deltaTime: 0.04, mode: .unknown).swing
        }
        #expect(swings == [false, false, true])
    }

    @Test func `input that is not finite does not stay in the engine`() {
        var engine = TrikiMotionEngine()
        for y in [.nan, .infinity, 0.5] as [Float] {
            engine.update(y: y, button: false, deltaTime: .nan, mode: .fast)
        }
        let out = engine.update(y: 0.5, button: false, deltaTime: 0.01, mode: .fast)
        #expect(out.velocity == 0 && out.direction.isFinite)
    }

    @Test func `a held button passes once`() {
        var gate = TrikiButtonGate()
        let passes = (0..<120).filter { gate.update(isDown: $0 % 20 < 8, deltaTime: 1.0 / 60) }
        #expect(passes == [0, 40, 80])
    }

    @Test func `the paddle stays on its canvas`() {
        var driver = TrikiPaddleDriver()
        var input = GameInput()
        input.bleMode = .normal
        input.frameDeltaX = 0.02
        driver.updateHybrid(input, deltaTime: 1.0 / 60)
        #expect(abs(driver.x - 87.392) < 1e-9)
        for _ in 0..<100 { driver.updateHybrid(input, deltaTime: 1.0 / 60) }
        #expect(driver.x == TrikiPaddleDriver.width)
        input.posX = -1
        for _ in 0..<300 { driver.updatePosition(input, deltaTime: 1.0 / 60) }
        #expect(abs(driver.x - 14) < 0.01)
    }

    @Test func `darts and bowls are fired by the change of position`() {
        var manager = TrikiGameInputManager()
        var input = GameInput()
        var throwsOf: [Double] = []
        for delta in [0.02, 0.05, 0.09, 0.07, 0.02, 0.09, 0.01] {
            input.frameDeltaX = delta
            let result = manager.bowling(input, deltaTime: 1.0 / 60)
            if result.fired { throwsOf.append(result.power) }
        }
        #expect(throwsOf == [0.75])
        var darts = TrikiGameInputManager()
        input.frameDeltaX = 0.09
        #expect(darts.dart(input, deltaTime: 1.0 / 60).power == 0.75)
        #expect(!darts.dart(input, deltaTime: 0.4).fired)
        #expect(darts.dart(input, deltaTime: 0.2).fired)
        #expect(abs(manager.pong(input) - 20) < 1e-9)
        input.bleMode = .fast
        #expect(abs(manager.pong(input) - 21.6) < 1e-9)
    }
    @Test func `pong reads the change of position, or the position`() {
        var input = GameInput()
        input.bleMode = .normal
        input.posX = 0.8
        #expect(TrikiGameInputManager().pong(input) == 0)
        #expect(abs(TrikiGameInputManager(.position).pong(input) - 2) < 1e-9)
        // Below 0.3 it rests, and above 8 there is no more.
        input.posX = 0.29
        #expect(TrikiGameInputManager(.position).pong(input) == 0)
        input.frameDeltaX = -1
        #expect(TrikiGameInputManager().pong(input) == -20)
    }
}
