import Simulation
import Testing
import VeltoKit

/// The drivers of the gamepad stack, whose rules are ours (`docs/guides/games.md`).
@Suite struct GamepadDriverTests {
    private static let dt = 1.0 / 60

    private func input(
        _ mode: BLEMode = .normal, posX: Double = 0, change: Double = 0, velocity: Double = 0
    ) -> GameInput {
        var input = GameInput()
        input.bleMode = mode
        input.posX = posX
        input.frameDeltaX = change
        input.trikiVelocity = velocity
        return input
    }

    /// The frames in which a driver steps, with the direction as the sign.
    private func steps(_ inputs: [GameInput], dt: Double = dt) -> [Int] {
        var driver = TrikiMenuDriver()
        return inputs.enumerated().compactMap { index, input in
            let step = driver.update(input, deltaTime: dt)
            return step == 0 ? nil : step * (index + 1)
        }
    }

    @Test func `a lean makes one step, however long it is held`() {
        let held = Array(repeating: input(posX: 0.24), count: 120)
        #expect(steps(held) == [1])
        #expect(steps(held.map { _ in input(posX: -0.9) }) == [-1])
        #expect(steps(held.map { _ in input(posX: 0.239) }).isEmpty)
    }

    @Test func `the next lean begins when the cap was back, and the time has passed`() {
        let lean = Array(repeating: input(posX: 0.5), count: 10)
        // Back to 0.10 is not far enough.
        let near = Array(repeating: input(posX: 0.10), count: 60)
        #expect(steps(lean + near + lean) == [1])
        let back = Array(repeating: input(posX: 0.09), count: 60)
        #expect(steps(lean + back + lean) == [1, 71])
        // 0.45 s are 27 frames: a lean in between waits for its step.
        let short = Array(repeating: input(posX: 0), count: 5)
        #expect(steps(lean + short + Array(repeating: input(posX: -0.5), count: 20)) == [1, -28])
    }

    @Test(arguments: [
        (BLEMode.fast, 7, 0.006), (.normal, 6, 0.003), (.unknown, 6, 0.003),
    ])
    func `a flick is fast and has a direction`(mode: BLEMode, velocity: Double, change: Double) {
        func step(_ velocity: Double, _ change: Double) -> [Int] {
            steps([input(mode, change: change, velocity: velocity)])
        }
        #expect(step(velocity + 0.1, -change) == [-1] && step(velocity + 0.1, change) == [1])
        #expect(step(velocity, change).isEmpty && step(velocity + 0.1, change / 2).isEmpty)
    }

    @Test func `in low power there are no flicks, and a lean is larger`() {
        #expect(steps([input(.lowPower, change: 0.5, velocity: 900)]).isEmpty)
        #expect(steps([input(.lowPower, posX: 0.37)]).isEmpty)
        #expect(steps([input(.lowPower, posX: 0.38)]) == [1])
    }

    @Test func `the pointer follows its target and stays on the canvas`() {
        var driver = TrikiPointerDriver()
        driver.update(input(change: 0.02), deltaTime: Self.dt)
        // 0.02 is shaped to 0.0084; the target is 3.528 pixels away, and 12 / 60 of that is made.
        #expect(abs(driver.x - (80 + 3.528 * 0.2)) < 1e-9 && driver.y == 45)
        for _ in 0..<60 { driver.update(input(), deltaTime: Self.dt) }
        #expect(abs(driver.x - 83.528) < 1e-4)
        var up = input()
        up.frameDeltaY = 0.5
        for _ in 0..<200 { driver.update(up, deltaTime: Self.dt) }
        #expect(driver.y < 1e-6 && driver.y >= 0)
    }

    @Test(arguments: [(BLEMode.fast, 96.0), (.normal, 211.2), (.lowPower, 336)])
    func `a cap that is held to a side nudges the pointer on`(mode: BLEMode, speed: Double) {
        for dt in [1.0 / 60, 1.0 / 30] {
            var driver = TrikiPointerDriver()
            var held = input(mode)
            held.tiltLeft = true
            for _ in 0..<Int((0.2 / dt).rounded()) { driver.update(held, deltaTime: dt) }
            for _ in 0..<300 { driver.update(input(mode), deltaTime: dt) }
            // A fifth of a second at pixels a second, whatever the rate of the display.
            #expect(abs(80 - driver.x - 0.2 * speed) < 1e-6)
        }
    }

    @Test func `a change steps to the side, and a lean goes on`() {
        var driver = TrikiLateralDriver()
        driver.update(input(change: 0.01), deltaTime: Self.dt)
        #expect(abs(driver.position - 0.0042 * 2.1) < 1e-9)
        driver.reset()
        // The largest step, and no more of it at rest.
        driver.update(input(change: 1), deltaTime: Self.dt)
        for _ in 0..<60 { driver.update(input(posX: 0.01), deltaTime: Self.dt) }
        #expect(abs(driver.position - 0.014) < 1e-9)
        driver.reset()
        for _ in 0..<60 { driver.update(input(posX: -0.5), deltaTime: Self.dt) }
        #expect(abs(driver.position + 0.32) < 1e-9)
        for _ in 0..<600 { driver.update(input(posX: -0.5), deltaTime: Self.dt) }
        #expect(driver.position == -1)
    }

    @Test(arguments: BLEMode.allCases)
    func `input that is not finite leaves every driver within its range`(mode: BLEMode) {
        let odd: [Double] = [.nan, .infinity, -.infinity, -1, 1e300, 0]
        var menu = TrikiMenuDriver(), pointer = TrikiPointerDriver()
        var lateral = TrikiLateralDriver(), paddle = TrikiPaddleDriver()
        var random = RandomStream(seed: 1, purpose: "drivers")
        func number() -> Double { odd[Int(random.below(UInt64(odd.count)))] }
        for _ in 0..<2000 {
            var input = input(mode, posX: number(), change: number(), velocity: number())
            input.frameDeltaY = number()
            input.deltaX = number()
            let dt = number()
            #expect((-1...1).contains(menu.update(input, deltaTime: dt)))
            pointer.update(input, deltaTime: dt)
            lateral.update(input, deltaTime: dt)
            paddle.updateHybrid(input, deltaTime: dt)
            paddle.updatePosition(input, deltaTime: dt)
            #expect((0...TrikiPointerDriver.width).contains(pointer.x))
            #expect((0...TrikiPointerDriver.height).contains(pointer.y))
            #expect((-1...1).contains(lateral.position))
            #expect((0...TrikiPaddleDriver.width).contains(paddle.x))
        }
    }
}
