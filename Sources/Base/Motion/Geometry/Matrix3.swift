/// A linear map of three components, by rows.
struct Matrix3: Equatable, Sendable {
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

extension Matrix3 {
    static let zero = Matrix3(x: .zero, y: .zero, z: .zero)

    init(diagonal d: Vector3) {
        self.init(x: Vector3(d.x, 0, 0), y: Vector3(0, d.y, 0), z: Vector3(0, 0, d.z))
    }

    /// Takes body coordinates to world coordinates as the unit quaternion does.
    @inline(__always) init(rotation q: Quaternion) {
        let (xx, yy, zz) = (q.x * q.x, q.y * q.y, q.z * q.z)
        let (xy, xz, yz) = (q.x * q.y, q.x * q.z, q.y * q.z)
        let (wx, wy, wz) = (q.w * q.x, q.w * q.y, q.w * q.z)
        self.init(
            x: Vector3(1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)),
            y: Vector3(2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)),
            z: Vector3(2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)))
    }

    @inline(__always) var transposed: Self {
        Self(
            x: Vector3(x.x, y.x, z.x), y: Vector3(x.y, y.y, z.y), z: Vector3(x.z, y.z, z.z))
    }

    @inline(__always) static func + (a: Self, b: Self) -> Self {
        Self(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }

    @inline(__always) static func - (a: Self, b: Self) -> Self {
        Self(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
    }

    @inline(__always) static func * (a: Self, b: Self) -> Self {
        Self(
            x: b.x * a.x.x + b.y * a.x.y + b.z * a.x.z,
            y: b.x * a.y.x + b.y * a.y.y + b.z * a.y.z,
            z: b.x * a.z.x + b.y * a.z.y + b.z * a.z.z)
    }

    @inline(__always) mutating func addToDiagonal(_ value: Double) {
        x.x += value
        y.y += value
        z.z += value
    }

    /// Subtracts the product of a column and a row.
    @inline(__always) mutating func subtractOuter(_ column: Vector3, _ row: Vector3) {
        x = x - row * column.x
        y = y - row * column.y
        z = z - row * column.z
    }
}
