import Simulation
import Testing

@testable import Motion

/// One script for each kind of move, and mixtures.
let scripts: [(name: String, moves: [Move])] = [
    ("turn", [.turn(Turn(angle: 2, axis: Vector3(1, 2, 3)))]),
    ("turn in the world", [.tilt(Tilt(pitch: 0.4)), .turn(Turn(angle: -4, frame: .world))]),
    (
        "along and about the world's axes",
        [
            .tilt(Tilt(pitch: 0.7, roll: -1.2)), .shake(Shake(axis: .zAxis, frame: .world)),
            .vibration(Vibration(frequency: 12, frame: .world)),
            .tap(Tap(width: 0.05, frame: .world)), .spin(Spin(frame: .world)),
            .swing(Swing(axis: .zAxis, frame: .world, radius: 0.4)),
        ]
    ),
    ("tilt", [.tilt(Tilt(pitch: 0.7, roll: -1.2)), .tilt(Tilt())]),
    ("swing", [.swing(Swing(amplitude: 0.8, frequency: 1.3, cycles: 3.5))]),
    ("swing on an arm", [.swing(Swing(radius: 0.6)), .swing(Swing(axis: .zAxis, radius: 0.3))]),
    ("shake", [.shake(Shake()), .shake(Shake(amplitude: 0.02, axis: Vector3(1, 1, 0)))]),
    ("tap", [.tap(Tap(width: 0.05)), .tap(Tap(width: 0.04, count: 3, spacing: 0.3))]),
    ("walk", [.turn(Turn(angle: 0.5)), .walk(Walk(steps: 8))]),
    ("lift", [.lift(Lift(height: -0.7))]),
    ("throw", [.throw(Throw(speed: 4, spin: 7, axis: Vector3(0, 1, 1)))]),
    ("throw, slow catch", [.throw(Throw(speed: 2, pushDuration: 0.2, catchDuration: 0.4))]),
    ("fall", [.freeFall(FreeFall(height: 1.2, landing: 0.1))]),
    ("spin", [.spin(Spin(rate: 9, axis: Vector3(0, 1, 0.2)))]),
    ("vibration", [.vibration(Vibration(frequency: 12, duration: 2))]),
    (
        "keyframes",
        [
            .keyframes(
                Keyframes([
                    .init(time: 0, orientation: Quaternion(heading: 1, pitch: 0, roll: 0)),
                    .init(time: 0.5, position: Vector3(1, 0, 0.5)),
                    .init(
                        time: 1.5, orientation: Quaternion(heading: 1, pitch: 0.5, roll: -0.4)),
                    .init(time: 2, position: .zero, orientation: .identity),
                ]))
        ]
    ),
    (
        "repeat",
        [.repeat(3, [.turn(Turn(duration: 0.4)), .pause(0.1), .lift(Lift(duration: 0.3))])]
    ),
    (
        "together",
        [
            .turn(Turn(angle: 0.6, axis: .xAxis)),
            .together([
                .swing(Swing(radius: 0.4)), .turn(Turn(angle: 3, duration: 2)),
                .sequence([.pause(0.7), .lift(Lift()), .spin(Spin(duration: 2))]),
            ]),
            .tilt(Tilt()),
        ]
    ),
]

@Suite struct `Scripted body` {
    @Test(arguments: scripts.indices)
    func `has rates and accelerations that are derivatives of its pose`(index: Int) throws {
        let script = scripts[index]
        let body = try ScriptedBody(script.moves)
        let step = 0.000_01
        func state(_ t: Double) -> Kinematics { body.kinematics(at: Instant.zero + .seconds(t)) }
        let end = body.end.seconds
        #expect(end > 0.3)
        for i in 0..<1000 {
            // Off the grid of the joins, and past both ends.
            let t = -0.1 + (end + 0.2) * (Double(i) + 0.317) / 1000
            let (a, b, c) = (state(t - step), state(t), state(t + step))
            let velocity = (c.position - a.position) * (0.5 / step)
            let acceleration = (c.velocity - a.velocity) * (0.5 / step)
            let turn = a.orientation.inverse * c.orientation
            let sign = turn.w < 0 ? -1.0 : 1.0
            let rate = Vector3(turn.x, turn.y, turn.z) * (sign / step)
            #expect((velocity - b.velocity).length < 1e-5, "\(script.name) at \(t): velocity")
            #expect(
                (acceleration - b.acceleration).length < 2e-3 * (1 + b.acceleration.length),
                "\(script.name) at \(t): acceleration")
            #expect((rate - b.angularRate).length < 1e-4, "\(script.name) at \(t): rate")
            let force = b.orientation.unrotate(b.acceleration + Vector3(0, 0, standardGravity))
            #expect((force - b.specificForce).length < 1e-9, "\(script.name) at \(t): force")
        }
    }

    @Test(arguments: scripts.indices)
    func `gives the same answers in any order`(index: Int) throws {
        let script = scripts[index]
        let body = try ScriptedBody(script.moves)
        var random = RandomStream(seed: 1, purpose: "order")
        let end = body.end.nanoseconds
        for _ in 0..<200 {
            let time = Instant(nanoseconds: Int64(random.below(UInt64(end + 1000))))
            let fresh = try ScriptedBody(script.moves)
            let (a, b) = (body.kinematics(at: time), fresh.kinematics(at: time))
            #expect(a.position == b.position && a.orientation == b.orientation)
            #expect(a.specificForce == b.specificForce && a.angularRate == b.angularRate)
            #expect(body.bandwidth(at: time) == fresh.bandwidth(at: time))
        }
    }

    @Test(arguments: scripts.indices)
    func `lets sensors feel what its whole state says, to the last bit`(index: Int) throws {
        let script = scripts[index]
        let (body, whole) = (try ScriptedBody(script.moves), try ScriptedBody(script.moves))
        let end = body.end.nanoseconds
        // In order, as a sensor asks, with looks back over the joins.
        for i in -4..<404 {
            for back in [Int64(0), 70_000_000, 0] {
                let time = Instant(nanoseconds: end / 400 * Int64(i) - back)
                let state = whole.kinematics(at: time)
                #expect(body.specificForce(at: time) == state.specificForce, "\(script.name)")
                #expect(body.angularRate(at: time) == state.angularRate, "\(script.name)")
                #expect(body.orientation(at: time) == state.orientation, "\(script.name)")
                _ = body.bandwidth(at: time)
            }
        }
    }

    @Test func `is as fast as the move before for a tenth of a second more`() throws {
        let moves: [Move] = [
            .pause(1),
            .repeat(600, [.vibration(Vibration(frequency: 80, duration: 1)), .pause(1)]),
        ]
        let body = try ScriptedBody(moves)
        func bandwidth(_ ms: Int64) -> Double { body.bandwidth(at: .zero + .milliseconds(ms)) }
        // Forwards, and back to the mark at 512 and elsewhere.
        for second in Array(1...Int64(1_200)) + [512, 1_200, 511, 1_200, 513, 600, 3] {
            let start = second * 1_000
            let isFast = second % 2 == 1
            #expect(bandwidth(start) == 80)
            #expect(bandwidth(start + 99) == 80)
            #expect(bandwidth(start + 100) == (isFast ? 80 : 0))
            #expect(bandwidth(start + 999) == (isFast ? 80 : 0))
            // Of the move before, once more.
            #expect(bandwidth(start - 1) == (isFast ? 0 : 80))
        }
        #expect(bandwidth(1_201_050) == 0 && bandwidth(-5) == 0)
    }

    @Test func `goes back and forth in a long script`() throws {
        let moves: [Move] = [.repeat(3000, [.turn(Turn(angle: 0.1, duration: 0.1)), .pause(0.1)])]
        let body = try ScriptedBody(moves)
        #expect(body.end == Instant.zero + .milliseconds(600_000))
        let late = body.kinematics(at: Instant.zero + .milliseconds(500_050))
        let early = body.kinematics(at: Instant.zero + .milliseconds(123_450))
        let again = body.kinematics(at: Instant.zero + .milliseconds(500_050))
        #expect(late.orientation == again.orientation && late.angularRate.z > 0)
        #expect(early.angularRate.z > 0)
    }

    @Test func `rests level before the first move and stays as it is after the last`() throws {
        let body = try ScriptedBody(
            [.tilt(Tilt(roll: .pi / 2)), .lift(Lift(height: 2))],
            start: Instant.zero + .milliseconds(1_000))
        let before = body.kinematics(at: .zero)
        #expect(before.specificForce == Vector3(0, 0, standardGravity))
        let after = body.kinematics(at: Instant.zero + .milliseconds(60_000))
        #expect((after.specificForce - Vector3(-standardGravity, 0, 0)).length < 1e-9)
        #expect((after.position - Vector3(0, 0, 2)).length < 1e-12)
        #expect(after.velocity == .zero && after.angularRate == .zero)
    }

    @Test func `feels exactly nothing in free flight`() throws {
        let body = try ScriptedBody([.throw(Throw(speed: 3, spin: 12)), .freeFall(FreeFall())])
        var weightless = 0
        for ms in 0..<2500 {
            let state = body.kinematics(at: Instant.zero + .milliseconds(Int64(ms)))
            if state.specificForce == .zero { weightless += 1 }
        }
        // 6 m/s / g in the throw, and the fall of a metre less release and landing.
        #expect((1000...1050).contains(weightless), "\(weightless) ms")
        let end = body.kinematics(at: body.end)
        #expect((end.position - Vector3(0, 0, -1)).length < 1e-9)
    }

    @Test(arguments: [(4.0, 0.005), (-8.0, 0.02)])
    func `taps with the peak that was asked for and no way left`(peak: Double, width: Double) throws
    {
        let body = try ScriptedBody([.tap(Tap(peak: peak, width: width, direction: .xAxis))])
        var (highest, net) = (0.0, 0.0)
        let step = Nanoseconds.microseconds(10)
        for i in 0..<Int64(body.end.nanoseconds / step.count) {
            let x = body.kinematics(at: .zero + step * i).specificForce.x / standardGravity
            if x.magnitude > highest.magnitude { highest = x }
            net += x * step.seconds
        }
        #expect((highest - peak).magnitude < 0.01)
        #expect(net.magnitude < 1e-6)
        #expect(body.kinematics(at: body.end).position.length < 1e-12)
        #expect(body.bandwidth(at: .zero + .milliseconds(2)) > 100)
        #expect(body.bandwidth(at: body.end + .milliseconds(1_000)) == 0)
    }

    @Test func `walks with one clear knock a step`() throws {
        let body = try ScriptedBody([.walk(Walk(cadence: 2, steps: 20))])
        var crossings = 0
        var above = false
        for i in 0..<10_000 {
            let state = body.kinematics(at: Instant.zero + .milliseconds(Int64(i)))
            let force = state.specificForce.length / standardGravity
            if above ? force < 1.1 : force > 1.35 {
                above.toggle()
                if above { crossings += 1 }
            }
        }
        #expect((18...20).contains(crossings), "\(crossings) steps")
        let way = body.kinematics(at: body.end).position
        #expect((way - Vector3(0, 0.7 * 19, 0)).length < 1e-6)
    }

    @Test func `feels the centripetal acceleration of its arm`() throws {
        let swing = Swing(amplitude: 0.5, frequency: 1, cycles: 6, radius: 0.6)
        let body = try ScriptedBody([.swing(swing)])
        // At the lowest point the rate is 2π f A and the arm pulls with ω² r more than g.
        let state = body.kinematics(at: Instant.zero + .milliseconds(3_000))
        let rate = 2 * Double.pi * 0.5
        #expect((state.angularRate.x.magnitude - rate).magnitude < 1e-9)
        #expect((state.specificForce.z - standardGravity - rate * rate * 0.6).magnitude < 1e-9)
    }

    @Test func `refuses what cannot be carried out, with the place and the fix`() {
        let wrong: [([Move], String)] = [
            ([.pause(-1)], "[0].rest"),
            ([.pause(1), .turn(Turn(duration: 0))], "[1].turn"),
            ([.repeat(2, [.swing(Swing(frequency: 0))])], "[0].repeat[0].swing"),
            ([.repeat(-2, [])], "[0].repeat"),
            ([.repeat(1_000_000, [.repeat(1_000_000, [.pause(1)])])], "[0].repeat"),
            ([.repeat(.max, [.repeat(3, [.pause(1)])])], "[0].repeat"),
            ([.together([.tap(Tap(width: .nan))])], "[0].together[0].tap"),
            ([.tap(Tap(count: 2, spacing: 0.001))], "[0].tap"),
            ([.shake(Shake(frequency: .infinity))], "[0].shake"),
            ([.spin(Spin(duration: 1, ramp: 0.6))], "[0].spin"),
            ([.freeFall(FreeFall(height: 0.001))], "[0].freeFall"),
            ([.throw(Throw(speed: 0.2, catchDuration: 3))], "[0].throw"),
            ([.walk(Walk(steps: 0))], "[0].walk"),
            ([.turn(Turn(axis: .zero))], "[0].turn"),
            ([.keyframes(Keyframes([.init(time: -1)]))], "[0].keyframes"),
            (
                [.pause(1), .keyframes(Keyframes([.init(time: 0, position: .xAxis)]))],
                "[1].keyframes"
            ),
            ([.lift(Lift(height: .nan))], "[0].lift"),
            ([.tilt(Tilt(pitch: .infinity))], "[0].tilt"),
            ([.vibration(Vibration(frequency: -1))], "[0].vibration"),
            ([.reach(Reach(orientation: Quaternion(0, 0, 0, 0)))], "[0].reach"),
        ]
        for (moves, place) in wrong {
            do {
                _ = try ScriptedBody(moves)
                Issue.record("\(place) was taken")
            } catch {
                #expect(error.place == place)
                #expect(error.problem.contains(":"), "\(error)")
            }
        }
    }
}
