/// A rotation that takes body coordinates to world coordinates.
@frozen public struct Quaternion: Hashable, Sendable {
    public var w: Double
    public var x: Double
    public var y: Double
    public var z: Double

    @inlinable public init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    public static let identity = Quaternion(1, 0, 0, 0)

    /// First `b`, then `a`.
    @inlinable public static func * (a: Self, b: Self) -> Self {
        Self(
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w)
    }

    @inlinable public var inverse: Self { Self(w, -x, -y, -z) }

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
