/// Three components along x, y and z.
@frozen public struct Vector3: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var z: Double

    @inlinable public init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    public static let zero = Vector3(0, 0, 0)

    @inlinable public static func + (a: Self, b: Self) -> Self {
        Self(a.x + b.x, a.y + b.y, a.z + b.z)
    }
    @inlinable public static func - (a: Self, b: Self) -> Self {
        Self(a.x - b.x, a.y - b.y, a.z - b.z)
    }
    @inlinable public static func * (a: Self, s: Double) -> Self { Self(a.x * s, a.y * s, a.z * s) }
    @inlinable public static prefix func - (a: Self) -> Self { Self(-a.x, -a.y, -a.z) }
    @inlinable public static func += (a: inout Self, b: Self) { a = a + b }

    @inlinable public func dot(_ b: Self) -> Double { x * b.x + y * b.y + z * b.z }
    @inlinable public func cross(_ b: Self) -> Self {
        Self(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
    }
    @inlinable public var squaredLength: Double { dot(self) }
    @inlinable public var length: Double { squaredLength.squareRoot() }
}
