/// The attitude of a device: roll, pitch and yaw in radians (protocol, triki-motion 5).
public struct Attitude: Sendable, Equatable {
    /// About the device's long axis.
    public var roll: Double
    /// About its short axis.
    public var pitch: Double
    /// About the vertical.
    public var yaw: Double

    /// An attitude in radians; by default level and straight ahead.
    public init(roll: Double = 0, pitch: Double = 0, yaw: Double = 0) {
        self.roll = roll
        self.pitch = pitch
        self.yaw = yaw
    }

    /// Whether all three are numbers that 32 bits can carry.
    public var isFinite: Bool {
        Float(roll).isFinite && Float(pitch).isFinite && Float(yaw).isFinite
    }

    /// What a viewer applies, in radians: x is minus pitch, y is yaw, z is roll.
    public var eulerAngles: (x: Double, y: Double, z: Double) { (-pitch, yaw, roll) }

    /// Roll, pitch and yaw in whole degrees, as a label shows them; 0 for what is not finite.
    public var labelDegrees: [Int] {
        [roll, pitch, yaw].map { Int(exactly: ($0 * 180 / .pi).rounded()) ?? 0 }
    }

    /// This attitude subtracted from another, each angle on its own.
    ///
    /// - Parameter wraps: whether the differences take the short way, within (-π, π]. The published
    ///   sender does not, and jumps by 2π where yaw passes π.
    public func subtracted(from first: Attitude, wraps: Bool) -> Attitude {
        func difference(_ a: Double, _ b: Double) -> Double { wraps ? Self.wrapped(a - b) : a - b }
        return Attitude(
            roll: difference(first.roll, roll), pitch: difference(first.pitch, pitch),
            yaw: difference(first.yaw, yaw))
    }

    /// The same angle within (-π, π]; NaN stays NaN.
    public static func wrapped(_ angle: Double) -> Double {
        let rest = angle.remainder(dividingBy: 2 * .pi)
        return rest <= -.pi ? .pi : rest
    }
}
