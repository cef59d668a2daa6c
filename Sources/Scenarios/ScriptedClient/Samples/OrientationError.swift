import Motion

/// Distances between orientations, given as quaternions w, x, y, z.
enum OrientationError {
    /// The angle between two orientations in degrees, 0 to 180; nil if one of them is not an
    /// orientation.
    static func degrees(_ a: [Double], _ b: [Double]) -> Double? {
        guard a.count == 4, b.count == 4 else { return nil }
        // From the vector part: the scalar part is too coarse for small angles.
        let turn = product(a, conjugate(b))
        let sine = (turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]).squareRoot()
        let length = (turn[0] * turn[0] + sine * sine).squareRoot()
        guard length > 0.5, length.isFinite else { return nil }
        return 2 * Elementary.arcTangent(sine, abs(turn[0])) * 180 / .pi
    }

    /// The turn about the vertical that gives a truth the heading of a measurement, for a sensor
    /// that cannot know north; nil if there is none.
    static func heading(of values: [Double], over truth: [Double]) -> [Double]? {
        guard values.count == 4, truth.count == 4 else { return nil }
        let turn = product(values, conjugate(truth))
        let length = (turn[0] * turn[0] + turn[3] * turn[3]).squareRoot()
        guard length > 1e-9 else { return nil }
        return [turn[0] / length, 0, 0, turn[3] / length]
    }

    /// A truth turned by a heading; what is no orientation stays as it is.
    static func turned(_ truth: [Double], by heading: [Double]) -> [Double] {
        truth.count == 4 ? product(heading, truth) : truth
    }

    /// The truth with the sign of the measurement: both stand for the same orientation.
    static func aligned(_ truth: [Double], with values: [Double]) -> [Double] {
        zip(truth, values).reduce(0) { $0 + $1.0 * $1.1 } < 0 ? truth.map { -$0 } : truth
    }

    private static func conjugate(_ q: [Double]) -> [Double] { [q[0], -q[1], -q[2], -q[3]] }

    private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
        [
            a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        ]
    }
}
