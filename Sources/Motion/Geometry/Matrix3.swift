/// A linear map of three components, by rows.
struct Matrix3 {
    var x: Vector3
    var y: Vector3
    var z: Vector3

    static let identity = Matrix3(
        x: Vector3(1, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1))

    @inline(__always) static func * (m: Self, v: Vector3) -> Vector3 {
        Vector3(m.x.dot(v), m.y.dot(v), m.z.dot(v))
    }

    @inline(__always) static func * (m: Self, s: Double) -> Self {
        Self(x: m.x * s, y: m.y * s, z: m.z * s)
    }
}
