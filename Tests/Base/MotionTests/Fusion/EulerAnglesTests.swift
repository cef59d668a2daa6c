import Motion
import Testing

@Suite struct `Euler angles` {
    /// Turns about x (pitch), y (roll) and z (to the left), in degrees, and what is said of them.
    static let rows: [(x: Double, y: Double, z: Double, EulerAngles)] = [
        (0, 0, 0, angles(0, 0, 0)), (0, 0, -90, angles(90, 0, 0)), (0, 0, 90, angles(270, 0, 0)),
        (0, 0, 180, angles(180, 0, 0)), (30, 0, 0, angles(0, 30, 0)),
        (-170, 0, 0, angles(0, -170, 0)), (0, 60, 0, angles(0, 0, 60)),
        (0, -60, 0, angles(0, 0, -60)), (120, -40, -200, angles(200, 120, -40)),
        (-120.862, -33.046, -24.747, angles(24.747, -120.862, -33.046)),
    ]

    private static func angles(_ h: Double, _ p: Double, _ r: Double) -> EulerAngles {
        var angles = EulerAngles(.identity)
        (angles.heading, angles.pitch, angles.roll) = (h, p, r)
        return angles
    }

    // holds FUS-28
    @Test(arguments: rows)
    func `heading first, then roll, then pitch`(
        _ row: (x: Double, y: Double, z: Double, wanted: EulerAngles)
    ) {
        func turn(_ degrees: Double, _ axis: Vector3) -> Quaternion {
            Quaternion(angle: degrees * .pi / 180, axis: axis)
        }
        let seen = EulerAngles(turn(row.z, .zAxis) * turn(row.y, .yAxis) * turn(row.x, .xAxis))
        #expect(abs((seen.heading - row.wanted.heading).remainder(dividingBy: 360)) < 1e-9)
        #expect((0..<360).contains(seen.heading))
        #expect(abs((seen.pitch - row.wanted.pitch).remainder(dividingBy: 360)) < 1e-9)
        #expect(abs(seen.roll - row.wanted.roll) < 1e-9)
    }

    @Test func `the error of a heading is the turn about the vertical`() {
        for degrees in [-179.0, -90, -3, 0, 3, 90, 179] {
            let truth = Quaternion(heading: 1, pitch: 0.3, roll: -0.4)
            let turned = Quaternion(angle: degrees * .pi / 180, axis: .zAxis) * truth
            let tilted = turned * Quaternion(angle: 0, axis: .xAxis)
            #expect(abs(tilted.headingError(to: truth) * 180 / .pi - degrees) < 1e-9)
        }
    }
}
