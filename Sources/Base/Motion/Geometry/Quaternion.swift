/// A rotation that takes body coordinates to world coordinates.
@frozen public struct Quaternion: Hashable, Sendable {
    /// The real part, the cosine of half the angle.
    public var w: Double
    /// The axis times the sine of half the angle, along x.
    public var x: Double
    /// The axis times the sine of half the angle, along y.
    public var y: Double
    /// The axis times the sine of half the angle, along z.
    public var z: Double

    /// The four parts, which must form a unit quaternion.
    @inlinable public init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// No rotation.
    public static let identity = Quaternion(1, 0, 0, 0)

    /// First `b`, then `a`.
    @inlinable public static func * (a: Self, b: Self) -> Self {
        Self(
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w)
    }

    /// The rotation back.
    @inlinable public var inverse: Self { Self(w, -x, -y, -z) }

    /// The same rotation with unit length.
    @inlinable public var normalized: Self {
        let s = 1 / (w * w + x * x + y * y + z * z).squareRoot()
        return Self(w * s, x * s, y * s, z * s)
    }

    /// The vector in world coordinates.
    @inlinable public func rotate(_ v: Vector3) -> Vector3 {
        let u = Vector3(x, y, z)
        let t = u.cross(v) * 2
        return v + t * w + u.cross(t)
    }

    /// The vector in body coordinates.
    @inlinable public func unrotate(_ v: Vector3) -> Vector3 { inverse.rotate(v) }
}

extension Quaternion {
    /// A turn by `angle` radians about the unit vector `axis`, right-handed.
    @inlinable public init(angle: Double, axis: Vector3) {
        let (s, c) = Elementary.sineAndCosine(0.5 * angle)
        self.init(c, axis.x * s, axis.y * s, axis.z * s)
    }

    /// The turn whose axis and angle are the direction and length of `vector`, in radians.
    @inlinable public init(rotationVector vector: Vector3) {
        let angle = vector.length
        guard angle > 1e-9 else {
            self = Self(1, 0.5 * vector.x, 0.5 * vector.y, 0.5 * vector.z).normalized
            return
        }
        self.init(angle: angle, axis: vector * (1 / angle))
    }

    /// The turn whose axis and angle are the direction and length of `vector`, in radians; for
    /// angles below half a radian without a sine, to 1e-9.
    @inline(__always) init(smallRotation vector: Vector3) {
        let square = vector.squaredLength
        guard square < 0.25 else {
            self.init(rotationVector: vector)
            return
        }
        // The series of the half angle's cosine, and of its sine over the angle.
        let s = 0.5 - square * (1 / 48.0 - square * (1 / 3840.0))
        let c = 1 - square * (1 / 8.0 - square * (1 / 384.0 - square * (1 / 46080.0)))
        self.init(c, vector.x * s, vector.y * s, vector.z * s)
    }

    /// The error of this attitude's heading against another's, in radians from -π to π, positive if
    /// this one is turned too far to the left: the turn about the vertical that remains when the
    /// tilt between the two is removed.
    public func headingError(to truth: Quaternion) -> Double {
        let error = self * truth.inverse
        let angle = 2 * Elementary.arcTangent(error.z, error.w)
        return angle > .pi ? angle - 2 * .pi : angle < -.pi ? angle + 2 * .pi : angle
    }

    /// From level and facing north: heading first (positive to the left, as seen from above),
    /// then pitch (the body's y axis rises), then roll (the body's right side goes down);
    /// radians.
    public init(heading: Double, pitch: Double, roll: Double) {
        self =
            Self(angle: heading, axis: Vector3(0, 0, 1))
            * Self(angle: pitch, axis: Vector3(1, 0, 0))
            * Self(angle: roll, axis: Vector3(0, 1, 0))
    }

    /// The direction of the body's y axis over ground in radians, positive to the left of north; if
    /// it points straight up or down, from its x axis.
    public var heading: Double {
        let forward = rotate(Vector3(0, 1, 0))
        if forward.x * forward.x + forward.y * forward.y > 1e-12 {
            return Elementary.arcTangent(-forward.x, forward.y)
        }
        let right = rotate(Vector3(1, 0, 0))
        return Elementary.arcTangent(right.y, right.x)
    }

    /// The axis (a unit vector) and the angle in 0 ... π of this rotation.
    public var axisAndAngle: (axis: Vector3, angle: Double) {
        let v = w < 0 ? Vector3(-x, -y, -z) : Vector3(x, y, z)
        let length = v.length
        guard length > 0 else { return (Vector3(0, 0, 1), 0) }
        return (v * (1 / length), 2 * Elementary.arcTangent(length, w.magnitude))
    }

    /// The level attitude with this specific force at rest, facing `heading`; the identity tilt
    /// for a zero vector.
    public init(restingWith specificForce: Vector3, heading: Double) {
        let length = specificForce.length
        var tilt = Self.identity
        if length > 0 {
            // The shortest turn from the measured "up" to the world's.
            let up = specificForce * (1 / length)
            tilt =
                up.z < -0.999_999_999
                ? Self(0, 1, 0, 0)
                : Self(1 + up.z, up.y, -up.x, 0).normalized
        }
        let turn = Self(angle: heading - tilt.heading, axis: Vector3(0, 0, 1))
        self = (turn * tilt).normalized
    }
}
