import Motion
import Wire

extension GyroscopeBMI270 {
    /// Offset compensation: the low bytes of three signed numbers, 0.061 °/s a step (protocol,
    /// sensors 14). The vendor's fourth byte carries the upper two bits of each and may be left
    /// out, as both SDKs do.
    struct Offset: Layout {
        var x: UInt8 = 0
        var y: UInt8 = 0
        var z: UInt8 = 0
        var upper: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&x, "x")
            c(&y, "y")
            c(&z, "z")
            c.optional(&upper, "upper bits")
        }

        private var hasUpper: Bool { upper != 0 }

        var degreesPerSecond: Vector3 {
            func value(_ low: UInt8, _ shift: Int) -> Double {
                guard hasUpper else { return Double(Int8(bitPattern: low)) * 0.061 }
                let ten = Int(low) | Int(upper >> UInt8(shift) & 3) << 8
                return Double(ten >= 512 ? ten - 1024 : ten) * 0.061
            }
            return Vector3(value(x, 0), value(y, 2), value(z, 4))
        }
    }
}
