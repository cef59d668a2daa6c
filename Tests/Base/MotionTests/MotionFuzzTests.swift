import Checkout
import Foundation
import Simulation
import Testing

@testable import Motion

@Suite struct `Anything given to motion` {
    /// Numbers that scripts should not have but may.
    static let odd: [Double] = [
        0, -0.0, 1, -1, 0.5, 1e-3, 1e-9, 1e-300, .leastNonzeroMagnitude, 1e3, 1e9, 3e9, 1e18, 1e300,
        .infinity,
        -.infinity, .nan, .pi, 100,
    ]

    /// More with `FUZZ_ROUNDS=1000000 swift test -c release --filter MotionFuzz`.
    static let rounds =
        ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 2000

    @Test func `as a script of moves is refused or carried out, never a trap`() {
        var random = RandomStream(seed: 42, purpose: "moves")
        var (taken, refused) = (0, 0)
        for _ in 0..<Self.rounds {
            let moves = (0...random.below(3)).map { _ in Self.move(&random, depth: 0) }
            guard let body = try? ScriptedBody(moves) else {
                refused += 1
                continue
            }
            taken += 1
            let environment = SimpleEnvironment()
            environment.body = body
            let sensor = TriaxialSensor(
                .bmi160Accelerometer, random: RandomStream(seed: 1, purpose: "fuzz"))
            sensor.configure(
                .init(
                    outputRate: Self.number(&random), cutoff: Self.number(&random),
                    fullScale: Self.number(&random), countsPerUnit: Self.number(&random)))
            for _ in 0..<6 {
                let time = Instant(
                    nanoseconds: Int64(bitPattern: random.next() >> (1 + random.below(50))))
                _ = body.kinematics(at: time)
                _ = body.bandwidth(at: time)
                _ = sensor.sample(body, environment, at: time)
                _ = environment.pressure(at: time)
            }
        }
        #expect(taken > 200 && refused > 200, "\(taken) taken, \(refused) refused")
    }

    @Test(.slow) func `in a recording's file is refused or read, never a trap`() {
        let good = Array(
            """
            epoch (ms),time (01:00),elapsed (s),x-axis (g),y-axis (g),z-axis (g)
            1547579049161,2019-01-15T20:04:09.161,0.000,0.307,0.595,0.811
            1547579049241,2019-01-15T20:04:09.241,0.080,0.300,0.600,0.800
            1547579049321,2019-01-15T20:04:09.321,0.160,-1.5e0,0.000,-1.000
            1547579049401,2019-01-15T20:04:09.401,0.240,0.000,0.000,-1.000

            """.utf8)
        let spice = Array(",;\t\n\r\"()[]0123456789.-+eE_xyzgdmsuT°nai \u{FF}".utf8)
        var random = RandomStream(seed: 43, purpose: "file")
        var (taken, refused) = (0, 0)
        for _ in 0..<Self.rounds {
            var text = good
            for _ in 0...random.below(5) {
                let place = Int(random.below(UInt64(text.count)))
                switch random.below(4) {
                case 0: text[place] = spice[Int(random.below(UInt64(spice.count)))]
                case 1: text.remove(at: place)
                case 2: text.insert(spice[Int(random.below(UInt64(spice.count)))], at: place)
                default: text.removeSubrange(place..<min(text.count, place + 20))
                }
                if text.isEmpty { text = [10] }
            }
            guard let recording = try? Recording(csv: text) else {
                refused += 1
                continue
            }
            taken += 1
            let playback = Playback(recording, blend: 0.02)
            guard let body = try? ScriptedBody([.recording(playback), playback.looped(for: 1)])
            else { continue }
            for ms in stride(from: Int64(0), through: 400, by: 50) {
                _ = body.kinematics(at: Instant.zero + .milliseconds(ms))
            }
        }
        #expect(taken > 200 && refused > 200, "\(taken) taken, \(refused) refused")
    }

    @Test func `nested without end is refused`() {
        var move = Move.pause(1)
        for _ in 0..<1000 { move = .sequence([move]) }
        #expect(throws: MoveError.self) { try ScriptedBody([move]) }
        #expect(throws: MoveError.self) {
            try ScriptedBody([.repeat(1_000_000_000, [.sequence([]), .keyframes(Keyframes([]))])])
        }
    }

    private static func number(_ random: inout RandomStream) -> Double {
        // Mostly sensible, so that scripts are carried out as well.
        random.below(8) == 0
            ? odd[Int(random.below(UInt64(odd.count)))] : 0.05 + 4 * random.uniform()
    }

    private static func vector(_ random: inout RandomStream) -> Vector3 {
        Vector3(number(&random), number(&random), number(&random))
    }

    private static func move(_ random: inout RandomStream, depth: Int) -> Move {
        func n() -> Double { number(&random) }
        let axis = vector(&random)
        let small = Int(random.below(4))
        switch random.below(depth < 3 ? 18 : 14) {
        case 0: return .rest(Rest(duration: n()))
        case 1:
            return .turn(Turn(angle: n(), axis: axis, frame: .world, duration: n()))
        case 2: return .tilt(Tilt(pitch: n(), roll: n(), duration: n()))
        case 3:
            return .swing(
                Swing(amplitude: n(), frequency: n(), axis: axis, cycles: n(), radius: n()))
        case 4: return .shake(Shake(peak: n(), frequency: n(), axis: axis, duration: n()))
        case 5:
            return .tap(
                Tap(peak: n(), width: n() * 0.01, direction: axis, count: small, spacing: n()))
        case 6: return .walk(Walk(cadence: n(), steps: small, bounce: n(), armLength: n()))
        case 7: return .lift(Lift(height: n(), duration: n()))
        case 8:
            return .throw(
                Throw(speed: n(), spin: n(), axis: axis, pushDuration: n(), catchDuration: n()))
        case 9:
            return .freeFall(FreeFall(height: n(), release: n() * 0.1, landing: n() * 0.1))
        case 10: return .spin(Spin(rate: n(), axis: axis, duration: n(), ramp: n() * 0.2))
        case 11: return .vibration(Vibration(frequency: n(), peak: n(), axis: axis, duration: n()))
        case 12:
            return .reach(
                Reach(position: axis, orientation: Quaternion(n(), n(), n(), n()), duration: n()))
        case 13:
            return .keyframes(
                Keyframes([.init(time: n(), position: axis), .init(time: n() + 3)]))
        case 14: return .sequence([move(&random, depth: depth + 1)])
        case 15: return .repeat(small - 1, [move(&random, depth: depth + 1)])
        case 16: return .repeat(20, [move(&random, depth: depth + 1), .pause(0.01)])
        default:
            return .together([
                move(&random, depth: depth + 1), move(&random, depth: depth + 1),
            ])
        }
    }
}
