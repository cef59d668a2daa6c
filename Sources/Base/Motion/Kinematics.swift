/// The true state of a body at one instant.
///
/// World axes: x east, y north, z up. Body axes: x right, y away from the viewer, z out of the face
/// (protocol, sensors 1.8a); a board flat on the table has the identity orientation and measures +1
/// g on z.
@frozen public struct Kinematics: Sendable {
    /// Metres, world.
    public var position: Vector3
    /// m/s, world.
    public var velocity: Vector3
    /// m/s², world, gravity not included.
    public var acceleration: Vector3
    /// Body to world.
    public var orientation: Quaternion
    /// rad/s, body.
    public var angularRate: Vector3
    /// m/s², body: the output of an ideal accelerometer.
    public var specificForce: Vector3

    /// The whole state.
    @inlinable public init(
        position: Vector3, velocity: Vector3, acceleration: Vector3, orientation: Quaternion,
        angularRate: Vector3, specificForce: Vector3
    ) {
        self.position = position
        self.velocity = velocity
        self.acceleration = acceleration
        self.orientation = orientation
        self.angularRate = angularRate
        self.specificForce = specificForce
    }
}

/// Standard gravity in m/s², the unit g of every accelerometer (ISO 80000-3).
public let standardGravity = 9.80665

extension Kinematics {
    /// At rest in a pose: the specific force is gravity's reaction.
    @inlinable public init(restingAt pose: Pose) {
        self.init(
            position: pose.position, velocity: .zero, acceleration: .zero,
            orientation: pose.orientation, angularRate: .zero,
            specificForce: pose.orientation.unrotate(Vector3(0, 0, standardGravity)))
    }

    /// Updates the specific force from acceleration and orientation.
    mutating func feelForce() {
        specificForce = orientation.unrotate(
            Vector3(acceleration.x, acceleration.y, acceleration.z + standardGravity))
    }
}

/// The part of a body's state that its inertial sensors and its magnetometer feel.
struct Felt {
    /// Body to world.
    var orientation: Quaternion
    /// rad/s, body.
    var angularRate: Vector3
    /// m/s², body.
    var specificForce: Vector3

    /// That of a state.
    @inline(__always) init(_ state: Kinematics) {
        orientation = state.orientation
        angularRate = state.angularRate
        specificForce = state.specificForce
    }
}
