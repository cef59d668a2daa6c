import Motion
import Simulation

/// What a signal would say if sensors and filters were perfect.
struct Truth {
    private let kind: TruthKind
    private let body: any Body
    private let environment: SimpleEnvironment

    init(_ kind: TruthKind, _ body: any Body, _ environment: SimpleEnvironment) {
        self.kind = kind
        self.body = body
        self.environment = environment
    }

    var isOrientation: Bool { kind == .quaternion }

    /// In the units of the signal.
    func values(at time: Instant) -> [Double] {
        switch kind {
        case .specificForce:
            (body.kinematics(at: time).specificForce * (1 / standardGravity)).list
        case .angularRate: (body.kinematics(at: time).angularRate * (180 / .pi)).list
        case .magneticField:
            body.kinematics(at: time).orientation.unrotate(environment.magneticField(at: time))
                .list
        case .pressure: [environment.pressure(at: time) / 100]
        case .altitude: [Self.altitude(environment.pressure(at: time))]
        case .illuminance: [environment.illuminance(at: time)]
        case .temperature: [environment.temperature(at: time)]
        case .humidity: [environment.humidity(at: time)]
        case .quaternion: orientation(at: time).list
        case .euler: Self.euler(orientation(at: time))
        case .gravity: orientation(at: time).unrotate(Vector3(0, 0, 1)).list
        case .linearAcceleration:
            body.kinematics(at: time).orientation
                .unrotate(body.kinematics(at: time).acceleration * (1 / standardGravity)).list
        }
    }

    private func orientation(at time: Instant) -> Quaternion {
        body.kinematics(at: time).orientation
    }

    /// Metres in the standard atmosphere above 101,325 Pa (ISO 2533), as the firmware reckons.
    private static func altitude(_ pressure: Double) -> Double {
        44_330.77 * (1 - Elementary.power(max(0, pressure) / 101_325, 0.190_263))
    }

    /// Heading clockwise from north, pitch and roll about x and y, yaw as heading, in degrees.
    private static func euler(_ q: Quaternion) -> [Double] {
        let forward = q.rotate(Vector3(0, 1, 0))
        let right = q.rotate(Vector3(1, 0, 0))
        let up = q.rotate(Vector3(0, 0, 1))
        let degrees = 180 / Double.pi
        var heading = Elementary.arcTangent(forward.x, forward.y) * degrees
        if heading < 0 { heading += 360 }
        let pitch = Elementary.arcTangent(forward.z, up.z) * degrees
        let roll =
            -Elementary.arcTangent(right.z, (up.z * up.z + forward.z * forward.z).squareRoot())
            * degrees
        return [heading, pitch, roll, heading]
    }
}

extension Vector3 {
    fileprivate var list: [Double] { [x, y, z] }
}

extension Quaternion {
    fileprivate var list: [Double] { [w, x, y, z] }
}
