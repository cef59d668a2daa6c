import Motion
import Wire

extension MMA8452QDetectors {
    /// Portrait, landscape, back and front (PL_STATUS to P_L_THS_REG; MMA8452Q data sheet, 6.2).
    struct PortraitLandscape {
        var isOn = Flag()
        var config = Config()
        /// Bit 0 back, bits 1 and 2 up, down, right, left; as PL_STATUS has them.
        private var value: UInt8 = 0
        private var candidate: UInt8 = 0
        private var count = 0

        /// A trip angle of 44.5 degrees with a hysteresis of 14 to either side, both fixed in the
        /// chip; the tangents of both limits.
        private static let borders = (low: 0.5774, high: 1.7321)
        /// Front and back change when z has passed 15 degrees of the horizon, and within 29 degrees
        /// of flat the direction is locked.
        private static let face = 0.26
        private static let locked = 0.875

        mutating func reset() {
            value = 0
            count = 0
        }

        /// PL_STATUS, when it has changed.
        mutating func next(_ a: Vector3) -> UInt8? {
            guard config.isEnabled, let up = a.direction else { return nil }
            let new = look(up)
            guard new != value else {
                count = 0
                return nil
            }
            count = new == candidate ? count + 1 : 1
            candidate = new
            guard count > Int(config.count) else { return nil }
            value = new
            count = 0
            return 0x80 | new
        }

        private func look(_ up: Vector3) -> UInt8 {
            var (direction, back) = (value >> 1, value & 1)
            if up.z.magnitude > Self.face { back = up.z < 0 ? 1 : 0 }
            guard up.z.magnitude < Self.locked else { return direction << 1 | back }
            let (x, y) = (up.x.magnitude, up.y.magnitude)
            let isLandscape =
                value >> 1 > 1 ? x > y * Self.borders.low : x > y * Self.borders.high
            if isLandscape {
                direction = up.x > 0 ? 2 : 3
            } else {
                direction = up.y < 0 ? 0 : 1
            }
            return direction << 1 | back
        }

        struct Config: Layout {
            private var status: UInt8 = 0
            private var unused: UInt8 = 0
            var isEnabled = false
            var clears = true
            /// Samples that a new orientation must last.
            var count: UInt8 = 0
            /// Angles that this chip has fixed; kept.
            private var faceAngles: UInt8 = 0x44
            private var threshold: UInt8 = 0x84
            mutating func layout(_ c: inout some Coder) {
                c(&status, "status")
                c(&unused, bits: 6, "unused")
                c(&isEnabled, "detection on")
                c(&clears, "counter clears")
                c(&count, "count")
                c(&faceAngles, "back and front angles")
                c(&threshold, "threshold")
            }
        }
    }
}
