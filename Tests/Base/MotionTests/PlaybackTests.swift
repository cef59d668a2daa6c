import Foundation
import Simulation
import Testing

@testable import Motion

/// A wrist that turns about two axes and shakes a little, sampled at `rate` Hz.
private func wrist(rate: Double, seconds: Double) -> Recording {
    var recording = Recording(rate: rate)
    var attitude = Quaternion(heading: 0.4, pitch: 0.3, roll: -0.5)
    let fine = 64
    for i in 0...Int(seconds * rate * Double(fine)) {
        let t = Double(i) / rate / Double(fine)
        let turn = Vector3(2 * sin(3 * t), 1.5 * cos(2 * t + 1), 0.7 * sin(5 * t))
        if i % fine == 0 {
            let shake = Vector3(0.8 * sin(20 * t), 0, 0.5 * cos(13 * t))
            recording.angularRate.append(turn)
            recording.specificForce.append(
                attitude.unrotate(Vector3(0, 0, standardGravity)) + shake)
        }
        attitude =
            attitude * Quaternion(rotationVector: turn * (1 / rate / Double(fine)))
    }
    return recording
}

@Suite struct `Playing a recording` {
    @Test func `gives the samples back and what was between them`() throws {
        let rate = 50.0
        // Up to 0.8 of half the rate; a plain cubic through the samples would be off by 60 %.
        for frequency in [1.0, 7.0, 15.0, 20.0] {
            var recording = Recording(rate: rate)
            for i in 0..<200 {
                let x = sin(2 * .pi * frequency * Double(i) / rate)
                recording.specificForce.append(Vector3(x, 0, standardGravity))
            }
            let body = try ScriptedBody([.recording(Playback(recording, blend: 0))])
            var worst = 0.0
            for i in 1000..<3000 {
                let t = Double(i) * 0.001
                let force = body.kinematics(at: Instant.zero + .seconds(t)).specificForce
                worst = max(worst, (force.x - sin(2 * .pi * frequency * t)).magnitude)
            }
            #expect(worst < 0.02, "\(frequency) Hz: \(worst)")
        }
    }

    @Test func `has an attitude that its rate leads to`() throws {
        let recording = wrist(rate: 50, seconds: 8)
        let body = try ScriptedBody([
            .tilt(Tilt(pitch: -0.3)), .recording(Playback(recording)), .pause(0.2),
            .recording(Playback(recording, from: 2, length: 3)),
        ])
        let step = 0.000_1
        var last = body.kinematics(at: .zero)
        for i in 0..<Int(body.end.seconds * 500) {
            let t = 0.001 + Double(i) * 0.002
            func state(_ t: Double) -> Kinematics {
                body.kinematics(at: Instant.zero + .seconds(t))
            }
            let (a, b, c) = (state(t - step), state(t), state(t + step))
            let turn = a.orientation.inverse * c.orientation
            let sign = turn.w < 0 ? -1.0 : 1.0
            let rate = Vector3(turn.x, turn.y, turn.z) * (sign / step)
            #expect((rate - b.angularRate).length < 5e-3, "at \(t)")
            let force = b.orientation.unrotate(b.acceleration + Vector3(0, 0, standardGravity))
            #expect((force - b.specificForce).length < 1e-9)
            // No jump at any join.
            #expect((b.specificForce - last.specificForce).length < 0.8, "at \(t)")
            #expect((b.angularRate - last.angularRate).length < 0.3, "at \(t)")
            last = b
        }
        let end = body.kinematics(at: body.end + .milliseconds(10))
        #expect(end.angularRate == .zero)
        #expect((end.specificForce.length - standardGravity).magnitude < 1e-9)
    }

    @Test func `follows the recorded attitude and keeps the heading`() throws {
        let recording = wrist(rate: 50, seconds: 8)
        let body = try ScriptedBody([.turn(Turn(angle: 1)), .recording(Playback(recording))])
        let start = body.end - .milliseconds(8_000)
        for i in 50..<350 {
            let state = body.kinematics(at: start + .milliseconds(Int64(i) * 20))
            // Gravity is where the recorded acceleration is, but for the shake.
            let up = state.orientation.unrotate(.zAxis)
            #expect((state.specificForce * (1 / standardGravity) - up).length < 0.2, "at \(i)")
            #expect((state.specificForce - recording.specificForce[i]).length < 1e-6)
            #expect((state.angularRate - recording.angularRate[i]).length < 1e-6)
        }
        let first = body.kinematics(at: start).orientation.heading
        #expect((first - 1).magnitude < 1e-6)
    }

    @Test func `starts in the first attitude if it comes first`() throws {
        let playback = Playback(wrist(rate: 50, seconds: 8))
        let body = try ScriptedBody([.recording(playback)])
        let start = body.kinematics(at: .zero)
        #expect((start.specificForce - wrist(rate: 50, seconds: 0.1).specificForce[0]).length < 2)
        #expect((body.end.seconds - 8).magnitude < 1e-6)
    }

    @Test func `loops for as long as is asked`() throws {
        let playback = Playback(wrist(rate: 50, seconds: 4), blend: 0.2)
        let body = try ScriptedBody([playback.looped(for: 10)])
        // Two whole ones and half of one, with turns back to the first attitude between.
        #expect((10...13).contains(body.end.seconds))
        let cut = playback.looped(for: 3)
        #expect((2.9...3.1).contains(try ScriptedBody([cut]).end.seconds))
    }

    @Test func `of acceleration alone keeps its first tilt`() throws {
        var recording = wrist(rate: 100, seconds: 1)
        recording.angularRate = []
        let body = try ScriptedBody([.recording(Playback(recording))])
        let a = body.kinematics(at: Instant.zero + .milliseconds(300))
        let b = body.kinematics(at: Instant.zero + .milliseconds(700))
        #expect(a.orientation == b.orientation && a.angularRate == .zero)
        #expect((b.specificForce - recording.specificForce[70]).length < 1e-6)
    }

    @Test func `of rotation alone feels gravity only`() throws {
        var recording = wrist(rate: 100, seconds: 1)
        recording.specificForce = []
        let body = try ScriptedBody([.recording(Playback(recording))])
        let b = body.kinematics(at: Instant.zero + .milliseconds(700))
        #expect((b.specificForce.length - standardGravity).magnitude < 1e-3)
        #expect((b.angularRate - recording.angularRate[70]).length < 1e-6)
    }

    @Test func `refuses what cannot be played`() {
        let good = wrist(rate: 50, seconds: 1)
        var uneven = good
        uneven.angularRate.removeLast()
        let wrong = [
            Playback(Recording(rate: 50)), Playback(Recording(rate: 0, specificForce: [.zero])),
            Playback(good, from: 2), Playback(good, length: -1), Playback(good, blend: .nan),
            Playback(uneven),
        ]
        for playback in wrong {
            #expect(throws: MoveError.self) { try ScriptedBody([.recording(playback)]) }
        }
    }
}
