import MetaWearTables
import Motion
import Simulation

/// The values that a signal would have if sensors and filters were perfect.
package struct Truth {
    private let kind: Measurand
    private let body: any Body
    private let environment: SimpleEnvironment

    package init(_ kind: Measurand, _ body: any Body, _ environment: SimpleEnvironment) {
        self.kind = kind
        self.body = body
        self.environment = environment
    }

    /// Reads the value of a perfect sensor for comparison with measured values. Of the two
    /// quaternions of an orientation, it is the one nearer to them.
    package func read(at time: Instant, beside values: [Double], into ideal: inout [Double]) {
        ideal.removeAll(keepingCapacity: true)
        switch kind {
        case .specificForce:
            ideal.append(body.kinematics(at: time).specificForce * (1 / standardGravity))
        case .angularRate: ideal.append(body.kinematics(at: time).angularRate * (180 / .pi))
        default: ideal += self.values(at: time)
        }
        if kind == .quaternion { ideal = OrientationError.aligned(ideal, with: values) }
    }

    /// In the units of the signal.
    package func values(at time: Instant) -> [Double] {
        switch kind {
        case .specificForce:
            (body.kinematics(at: time).specificForce * (1 / standardGravity)).list
        case .angularRate: (body.kinematics(at: time).angularRate * (180 / .pi)).list
        case .magneticField:
            body.kinematics(at: time).orientation.unrotate(environment.magneticField(at: time))
                .list
        case .quaternion: orientation(at: time).list
        case .euler: euler(at: time)
        case .gravity: orientation(at: time).unrotate(Vector3(0, 0, 1)).list
        case .linearAcceleration:
            body.kinematics(at: time).orientation
                .unrotate(body.kinematics(at: time).acceleration * (1 / standardGravity)).list
        default: [kind.value(in: environment, at: time)]
        }
    }

    /// From the body's axes to those of the fusion: y is magnetic north, as the run began.
    private func orientation(at time: Instant) -> Quaternion {
        let field = environment.magneticField(at: .zero)
        let orientation = body.kinematics(at: time).orientation
        guard field.x != 0 else { return orientation }
        let declination = Elementary.arcTangent(field.x, field.y)
        return Quaternion(angle: declination, axis: .zAxis) * orientation
    }

    private func euler(at time: Instant) -> [Double] {
        let angles = EulerAngles(orientation(at: time))
        return [angles.heading, angles.pitch, angles.roll, angles.heading]
    }

}

extension Measurand {
    /// Both name them alike.
    private static let quantities = Dictionary(
        uniqueKeysWithValues: surroundings.compactMap { measurand in
            Surrounding(rawValue: "\(measurand)").map { (measurand, $0) }
        })

    /// A quantity of the surroundings, in the unit that reports show; 0 for one that depends on
    /// the body.
    package func value(in environment: any Environment, at time: Instant) -> Double {
        if self == .altitude { return Self.altitude(environment.pressure(at: time)) }
        guard let quantity = Self.quantities[self] else { return 0 }
        return environment.value(of: quantity, at: time) / shown.factor
    }

    /// Metres in the standard atmosphere above 101,325 Pa (ISO 2533), as the firmware computes it.
    private static func altitude(_ pressure: Double) -> Double {
        44_330.77 * (1 - Elementary.power(max(0, pressure) / 101_325, 0.190_263))
    }
}

extension [Double] {
    fileprivate mutating func append(_ vector: Vector3) {
        append(vector.x)
        append(vector.y)
        append(vector.z)
    }
}

extension Vector3 {
    fileprivate var list: [Double] { [x, y, z] }
}

extension Quaternion {
    fileprivate var list: [Double] { [w, x, y, z] }
}
