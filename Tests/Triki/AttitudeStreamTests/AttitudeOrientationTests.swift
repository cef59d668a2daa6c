import Motion
import Simulation
import Testing

@testable import AttitudeStream

@Suite struct AttitudeOrientationTests {
    @Test func `an orientation has one attitude, and it is turned back into it`() {
        var random = RandomStream(seed: 3, purpose: "orientations")
        for _ in 0..<2000 {
            let heading = (random.uniform() - 0.5) * 6.2
            let pitch = (random.uniform() - 0.5) * 3.1
            let roll = (random.uniform() - 0.5) * 6.2
            let attitude = Attitude(Quaternion(heading: heading, pitch: pitch, roll: roll))
            #expect(abs(attitude.yaw - heading) < 1e-9, "\(attitude)")
            #expect(abs(attitude.pitch - pitch) < 1e-9)
            #expect(abs(attitude.roll - roll) < 1e-9)
            let back =
                attitude.orientation.inverse
                * Quaternion(heading: heading, pitch: pitch, roll: roll)
            #expect(back.axisAndAngle.angle < 1e-7)
        }
    }

    @Test func `straight up is an attitude`() {
        let attitude = Attitude(Quaternion(angle: .pi / 2, axis: .xAxis))
        #expect(attitude.isFinite && abs(attitude.pitch - .pi / 2) < 1e-7)
    }

    @Test(arguments: [1e3, 1e10, 1e30, 3e38]) func `the largest angles are an orientation`(
        angle: Double
    ) {
        for attitude in [
            Attitude(roll: angle), Attitude(pitch: -angle), Attitude(yaw: angle),
            Attitude(roll: angle, pitch: angle, yaw: angle),
        ] {
            let orientation = attitude.orientation
            #expect(abs(orientation.rotate(Vector3(1, 2, 2)).length - 3) < 1e-9)
            #expect(Attitude(orientation).isFinite)
        }
        let turns = Attitude(yaw: 0.5 + 2 * .pi * 1000).orientation
        #expect((turns.inverse * Attitude(yaw: 0.5).orientation).axisAndAngle.angle < 1e-6)
    }

    @Test func `a body follows the differences that a sender sends`() {
        let first = Attitude(roll: 0.3, pitch: -0.2, yaw: 3)
        let now = Attitude(roll: 0.5, pitch: -0.1, yaw: -3.1)
        let guide = AttitudeGuide(from: Attitude(yaw: 0.4).orientation)
        let orientation = guide.orientation(for: now.subtracted(from: first, wraps: true))
        let expected = Attitude(roll: 0.2, pitch: 0.1, yaw: 0.4 + 2 * .pi - 6.1)
        #expect((orientation.inverse * expected.orientation).axisAndAngle.angle < 1e-6)
        let rest = guide.orientation(for: Attitude())
        #expect((rest.inverse * Attitude(yaw: 0.4).orientation).axisAndAngle.angle < 1e-7)
    }

    @Test func `the form of a stream shows in its first bytes`() {
        let versioned = AttitudeFrame(.attitude(Attitude(roll: 1)), sequence: 4).bytes(.versioned)
        let rezero = AttitudeFrame(.rezero).bytes(.versioned)
        for bytes in [versioned, rezero] {
            for count in 0..<6 {
                #expect(AttitudeFormat(beginning: bytes.prefix(count)) == nil)
            }
            #expect(AttitudeFormat(beginning: bytes.prefix(6)) == .versioned)
            #expect(AttitudeFormat(beginning: bytes) == .versioned)
        }
        let legacy = AttitudeFrame(.attitude(Attitude(roll: 1))).bytes(.legacy)
        #expect(AttitudeFormat(beginning: legacy.prefix(1)) == .legacy)
        #expect(AttitudeFormat(beginning: [0x4D, 0x43, 1, 1, 9, 0]) == .legacy)
        #expect(AttitudeFormat(beginning: [0x4D, 0x43, 0, 0]) == .legacy)
    }
}
