import Motion

/// The axis that passed a threshold, and the direction: how interrupts report their cause.
struct AxisHit: Equatable {
    /// 0 to 2: x, y, z.
    var axis: Int
    var isNegative: Bool

    /// Its bits of a notification: one of three from `first` on, and the sign.
    func bits(first: UInt8, sign: UInt8) -> UInt8 {
        1 << (first + UInt8(axis)) | (isNegative ? 1 << sign : 0)
    }
}

extension Vector3 {
    /// The component of axis 0 to 2.
    func component(_ axis: Int) -> Double { axis == 0 ? x : axis == 1 ? y : z }

    /// The components' magnitudes.
    var magnitudes: Vector3 { Vector3(x.magnitude, y.magnitude, z.magnitude) }

    /// The axis with the largest magnitude above `limit`, among those of `mask`: bits 0 to 2 are
    /// x, y, z; nil if none is above it.
    func hit(above limit: Double, mask: UInt8) -> AxisHit? {
        var found: AxisHit?
        var largest = limit
        for axis in 0..<3 where mask >> UInt8(axis) & 1 != 0 {
            let value = component(axis)
            if value.magnitude > largest {
                largest = value.magnitude
                found = AxisHit(axis: axis, isNegative: value < 0)
            }
        }
        return found
    }
}
