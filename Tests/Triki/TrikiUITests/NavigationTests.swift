import Testing
import TrikiUI
import VeltoKit

/// The acceptance behaviours of the navigation (protocol, triki-motion 6.4).
@Suite struct NavigationTests {
    @Test(arguments: [
        (-1.0, 0), (-0.51, 0), (-0.5, 1), (-0.01, 1), (0, 2), (0.49, 2), (0.5, 3), (1, 3), (1.7, 3),
        (.nan, 2),
    ])
    func `a position is a slot of four`(posX: Double, slot: Int) {
        #expect(TrikiUIMath.slotIndex(posX, count: 4) == slot)
    }

    @Test(
        arguments: [
            (VeltoVersion.seed, [nil, 2, 2, 2], [nil, 2, 2, 2]),
            (.current, [nil, nil, nil, 2], [nil, nil, nil, 2]),
        ] as [(VeltoVersion, [Int?], [Int?])])
    func `the centre is narrower for a focused slot`(
        version: VeltoVersion, entered: [Int?], held: [Int?]
    ) {
        let tuning = NavigationTuning.menu(version)
        for (posX, slot) in zip([0.23, 0.24, 0.29, 0.30], entered) {
            #expect(
                TrikiUIMath.focusedSlot(posX, count: 4, focus: nil, tuning: tuning) == slot)
        }
        for (posX, slot) in zip([0.09, 0.11, 0.13, 0.14], held) {
            #expect(TrikiUIMath.focusedSlot(posX, count: 4, focus: 2, tuning: tuning) == slot)
        }
        #expect(TrikiUIMath.focusedSlot(0.5, count: 1, focus: nil) == 0)
        #expect(TrikiUIMath.focusedSlot(0.5, count: 0, focus: nil) == nil)
    }

    @Test(arguments: [
        (VeltoVersion.seed, 1, 2, 5), (.current, 1, 2, 14), (.seed, 0, 3, 10), (.current, 0, 3, 21),
    ])
    func `the gate lets a focus through after its dwell`(
        version: VeltoVersion, from: Int, to: Int, call: Int
    ) {
        var gate = TrikiFocusGate(.menu(version))
        let first = (1...40).first { _ in
            gate.resolve(raw: to, current: from, deltaTime: 1.0 / 60) == to
        }
        #expect(first == call)
    }

    @Test func `a gate that wavers never switches`() {
        var gate = TrikiFocusGate()
        for call in 0..<100 {
            let focus = gate.resolve(raw: call % 2 + 1, current: 1, deltaTime: 1.0 / 60)
            #expect(focus == 1)
        }
    }

    @Test func `a hold completes again and again, and decays`() {
        var hold = TrikiHoldTracker()
        let done = (1...280).filter { _ in hold.update(deltaTime: 1.0 / 60, duration: 2.25) }
        #expect(done == [135, 270])
        hold.reset()
        for _ in 0..<9 { hold.update(deltaTime: 0.1, duration: 1.3846153846) }
        hold.decay(deltaTime: 0.1)
        #expect(abs(hold.progress - 0.4) < 1e-6)
        hold.decay(deltaTime: 9)
        #expect(hold.progress == 0)
        hold.update(deltaTime: .nan, duration: 1)
        #expect(hold.progress == 0)
    }

    @Test(arguments: [
        (VeltoVersion.seed, [41, 69, 97]), (.current, [41]),
    ])
    func `a held button confirms as the version says`(version: VeltoVersion, ticks: [Int]) {
        let bench = MenuBench(version)
        bench.run(40, posX: 0.8)
        bench.run(60, posX: 0.8, button: true)
        #expect(bench.activations.map(\.tick) == ticks)
    }

    /// The document can be read both ways; see `docs/guides/games.md`.
    @Test(arguments: VeltoVersion.allCases)
    func `a short look at the centre keeps the focus and ends its hold`(version: VeltoVersion) {
        let bench = MenuBench(version)
        bench.run(100, posX: 0.8)
        #expect(bench.navigator.holdProgress > 0.2)
        bench.run(10, posX: 0)
        #expect(bench.navigator.focusIndex == 3 && bench.navigator.holdProgress == 0)
        bench.run(20, posX: 0.8)
        #expect(abs(bench.navigator.holdProgress - 20.0 / 135) < 1e-6)
        bench.run(22, posX: 0)
        #expect(bench.navigator.focusIndex == nil && bench.navigator.holdProgress == 0)
    }

    @Test func `touch, suspension and clearing`() {
        let bench = MenuBench(.seed)
        bench.navigator.activate(at: 2)
        bench.navigator.activate(at: 4)
        bench.navigator.activate(at: -1)
        bench.navigator.isSuspended = true
        bench.navigator.activate(at: 1)
        bench.run(10, posX: -0.8)
        #expect(bench.activations.map(\.index) == [2] && bench.navigator.focusIndex == 2)
        bench.navigator.isSuspended = false
        bench.navigator.configure(itemCount: 2) { _ in }
        #expect(bench.navigator.focusIndex == nil)
        bench.navigator.clear()
        bench.navigator.activate(at: 0)
        #expect(bench.activations.map(\.index) == [2] && !bench.navigator.isConfigured)
    }

    @Test func `a screen that prefers the button ignores it for a second`() {
        let bench = MenuBench(.current, preferButtonConfirm: true)
        bench.run(60, posX: 0.8)
        bench.run(1, posX: 0.8, button: true)
        bench.run(60, posX: 0.8)
        bench.run(1, posX: 0.8, button: true)
        bench.run(300, posX: 0.8)
        #expect(bench.activations.map(\.tick) == [122])
    }

    @Test func `a negative length of a frame counts as 0`() {
        var hold = TrikiHoldTracker()
        hold.update(deltaTime: 0.5, duration: 1)
        hold.update(deltaTime: -9, duration: 1)
        #expect(hold.progress == 0.5)
        hold.decay(deltaTime: -9)
        hold.decay(deltaTime: 9, rate: -1)
        #expect(hold.progress == 0.5)
        var gate = TrikiFocusGate()
        // The first call takes no time, and 0.06 s are due.
        let focuses = [0.01, -60, 0.03, 0.031].map {
            gate.resolve(raw: 2, current: 1, deltaTime: $0)
        }
        #expect(focuses == [1, 1, 1, 2])
    }

    @Test func `positions that are no numbers move nothing`() {
        let bench = MenuBench(.seed)
        bench.run(60, posX: .nan)
        #expect(bench.navigator.focusIndex == nil && bench.navigator.holdProgress == 0)
    }
}

/// A script for the cap.
final class Script: MenuControl {
    var input = GameInput()
    var isControlAvailable = true
    var tunings = 0
    var discards = 0

    func pollInput(deltaTime: Double?) -> GameInput { input }
    func applyUIMode() { tunings += 1 }
    func discardStaleButtonInput() { discards += 1 }
}

/// A navigator over four items with a script, at 60 Hz.
final class MenuBench {
    let script = Script()
    let navigator: TrikiUINavigator
    var activations: [(index: Int, tick: Int)] = []
    private var tick = 0

    init(_ version: VeltoVersion, preferButtonConfirm: Bool = false) {
        navigator = TrikiUINavigator(.menu(version))
        navigator.configure(itemCount: 4, preferButtonConfirm: preferButtonConfirm) {
            [unowned self] in activations.append(($0, tick))
        }
    }

    func run(_ ticks: Int, posX: Double, button: Bool = false) {
        script.input.posX = posX
        script.input.primaryAction = button
        script.input.bleButtonClick = button
        for _ in 0..<ticks {
            tick += 1
            // Whole nanoseconds, as a clock of the simulation counts.
            navigator.tick(script, at: Double(tick * 16_666_666) / 1e9)
        }
    }
}
