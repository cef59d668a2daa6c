/// Three components along x, y and z.
@frozen public struct Vector3: Hashable, Sendable {
    /// Along x.
    public var x: Double
    /// Along y.
    public var y: Double
    /// Along z.
    public var z: Double

    /// The components.
    @inlinable public init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The origin.
    public static let zero = Vector3(0, 0, 0)

    /// The sum.
    @inlinable public static func + (a: Self, b: Self) -> Self {
        Self(a.x + b.x, a.y + b.y, a.z + b.z)
    }
    /// The difference.
    @inlinable public static func - (a: Self, b: Self) -> Self {
        Self(a.x - b.x, a.y - b.y, a.z - b.z)
    }
    /// The multiple.
    @inlinable public static func * (a: Self, s: Double) -> Self { Self(a.x * s, a.y * s, a.z * s) }
    /// The opposite.
    @inlinable public static prefix func - (a: Self) -> Self { Self(-a.x, -a.y, -a.z) }
    /// Adds.
    @inlinable public static func += (a: inout Self, b: Self) { a = a + b }

    /// The scalar product.
    @inlinable public func dot(_ b: Self) -> Double { x * b.x + y * b.y + z * b.z }
    /// The vector product, right-handed.
    @inlinable public func cross(_ b: Self) -> Self {
        Self(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
    }
    /// The square of the length.
    @inlinable public var squaredLength: Double { dot(self) }
    /// The length.
    @inlinable public var length: Double { squaredLength.squareRoot() }
}

extension Vector3 {
    /// The body's or the world's x axis.
    public static let xAxis = Vector3(1, 0, 0)
    /// The body's or the world's y axis.
    public static let yAxis = Vector3(0, 1, 0)
    /// The body's or the world's z axis.
    public static let zAxis = Vector3(0, 0, 1)

    /// The same direction with length 1; nil for the zero vector.
    public var direction: Vector3? {
        let largest = max(x.magnitude, y.magnitude, z.magnitude)
        guard largest > 0, largest.isFinite else { return nil }
        let scaled = self * (1 / largest)
        return scaled * (1 / scaled.length)
    }

    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
