import Motion

/// A dart in the air: a ballistic path from the hand to the plane of the board.
public struct DartFlight: Sendable, Equatable {
    /// From the oche to the board, in metres.
    public static let distance = 2.37
    /// The hand lets go as high as the bull.
    static let elevation = 17.8 / 180 * Double.pi
    /// m/s² downwards.
    static let gravity = standardGravity
    /// m/s without power and at full power: so that a power of 0.9 hits the bull.
    static let slowest = 3.0
    static let fastest = 6.7
    /// To either side at an aim of 1: a board's half width and a hand more.
    static let widest = 6.0 / 180 * Double.pi
    /// Below the bull, in metres.
    static let floor = -1.73

    /// Right of the bull, above it, and towards the board, in metres.
    public private(set) var position = Vector3.zero
    /// In m/s.
    public private(set) var velocity: Vector3

    init(_ shot: Shot) {
        let speed = Self.slowest + (Self.fastest - Self.slowest) * shot.power
        let side = shot.aim * Self.widest
        let level = speed * Elementary.cosine(Self.elevation)
        velocity = Vector3(
            level * Elementary.sine(side), speed * Elementary.sine(Self.elevation),
            level * Elementary.cosine(side))
    }

    /// Whether it has come to the board or to the floor.
    public var hasLanded: Bool { position.z >= Self.distance || position.y <= Self.floor }

    /// The field that it hit; beside the board if it fell to the floor.
    public var hit: Dartboard.Hit {
        position.z < Self.distance
            ? Dartboard.Hit(number: 0, factor: 1) : Dartboard.hit(x: position.x, y: position.y)
    }

    /// Flies on, exactly to the board if that is nearer.
    mutating func step(_ seconds: Double) {
        let time = min(seconds, max(0, (Self.distance - position.z) / velocity.z))
        // Under constant acceleration the mean speed of a step is exact.
        position = Vector3(
            position.x + velocity.x * time,
            position.y + (velocity.y - Self.gravity * time / 2) * time,
            time < seconds ? Self.distance : position.z + velocity.z * time)
        velocity.y -= Self.gravity * time
    }
}
