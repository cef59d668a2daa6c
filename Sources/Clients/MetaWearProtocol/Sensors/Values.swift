/// A vector: g, °/s, µT or g by the producer.
public struct CartesianFloat: Sendable, Equatable {
    /// Along the board's x axis.
    public let x: Float
    /// Along the board's y axis.
    public let y: Float
    /// Along the board's z axis.
    public let z: Float

    /// A vector of three components.
    public init(x: Float, y: Float, z: Float) {
        (self.x, self.y, self.z) = (x, y, z)
    }
}

/// An attitude as a unit quaternion.
public struct Quaternion: Sendable, Equatable {
    /// The real part.
    public let w: Float
    /// The first imaginary part.
    public let x: Float
    /// The second imaginary part.
    public let y: Float
    /// The third imaginary part.
    public let z: Float

    /// A quaternion of four parts.
    public init(w: Float, x: Float, y: Float, z: Float) {
        (self.w, self.x, self.y, self.z) = (w, x, y, z)
    }
}

/// An attitude as four angles in degrees; the fusion library gives the heading twice.
public struct EulerAngles: Sendable, Equatable {
    /// 0 to 360.
    public let heading: Float
    /// -180 to 180.
    public let pitch: Float
    /// -90 to 90.
    public let roll: Float
    /// As the heading.
    public let yaw: Float

    /// Four angles in degrees.
    public init(heading: Float, pitch: Float, roll: Float, yaw: Float) {
        (self.heading, self.pitch, self.roll, self.yaw) = (heading, pitch, roll, yaw)
    }
}

/// A vector that the fusion library corrected, with what it thinks of its calibration.
public struct CorrectedCartesianFloat: Sendable, Equatable {
    /// Along the board's x axis.
    public let x: Float
    /// Along the board's y axis.
    public let y: Float
    /// Along the board's z axis.
    public let z: Float
    /// 0 unreliable, 1 low, 2 medium, 3 high.
    public let accuracy: UInt8

    /// A vector with its accuracy.
    public init(x: Float, y: Float, z: Float, accuracy: UInt8) {
        (self.x, self.y, self.z, self.accuracy) = (x, y, z, accuracy)
    }
}
