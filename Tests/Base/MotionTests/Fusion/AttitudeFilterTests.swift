import Testing

@testable import Motion

@Suite struct `Attitude filter` {
    static let degree = Double.pi / 180
    static let tuning = AttitudeFilter.Tuning(
        rateNoise: 0.1 * degree, scaleError: 0.015, offsetWalk: 0.005 * degree,
        offsetSigma: 4 * degree, tiltSigma: 3 * degree)

    @Test func `finds tilt, heading and offset from wrong ones`() {
        let truth = Quaternion(heading: 0.5, pitch: -0.3, roll: 0.2)
        let offset = Vector3(2, -3, 1) * Self.degree
        let start = Quaternion(heading: 0.9, pitch: -0.2, roll: 0.1)
        var filter = AttitudeFilter(Self.tuning, attitude: start, headingSigma: 1)
        let north = truth.unrotate(.yAxis)
        for step in 0..<6000 {
            filter.predict(rate: offset, interval: 0.01)
            filter.correctTilt(specificForce: truth.unrotate(.zAxis), interval: 0.01)
            if step % 4 == 0 {
                let seen = filter.attitude.rotate(north)
                filter.correctHeading(
                    by: Elementary.arcTangent(seen.x, seen.y), variance: 0.01)
            }
            filter.apply()
        }
        #expect((filter.attitude * truth.inverse).axisAndAngle.angle < 0.1 * Self.degree)
        #expect((filter.offset - offset).length < 0.05 * Self.degree)
        #expect(filter.offsetSigmas.z < 0.3 * Self.degree)
    }

    @Test func `rights itself from upside down`() {
        var filter = AttitudeFilter(
            Self.tuning, attitude: Quaternion(angle: .pi, axis: .xAxis), headingSigma: 0)
        for _ in 0..<20_000 {
            filter.predict(rate: .zero, interval: 0.01)
            filter.correctTilt(specificForce: .zAxis, interval: 0.01)
            filter.apply()
        }
        #expect(filter.attitude.unrotate(.zAxis).z > 0.999)
    }

    @Test func `knows less of what it cannot see`() {
        var filter = AttitudeFilter(Self.tuning, attitude: .identity, headingSigma: 0)
        for _ in 0..<1000 {
            filter.predict(rate: .zero, interval: 0.01)
            filter.correctTilt(specificForce: .zAxis, interval: 0.01)
            filter.apply()
        }
        let unseen = (filter.headingSigma, filter.offsetSigmas)
        #expect(unseen.0 > 20 * Self.degree)
        #expect(unseen.1.z > 3.9 * Self.degree && unseen.1.x < Self.degree)
        filter.correctOffset(rate: .zero, sigma: 0.1 * Self.degree)
        #expect(filter.offsetSigmas.z < 0.11 * Self.degree)
        // The heading's error came from the offset's.
        #expect(filter.headingSigma < 3 * Self.degree)
    }
}
