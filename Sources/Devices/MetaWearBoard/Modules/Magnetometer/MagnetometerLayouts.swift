import Motion
internal import Simulation
import Wire

extension Magnetometer {
    /// The chip's output data rate.
    struct Rate: Layout, Equatable {
        var code = Code.hz10

        enum Code: UInt8 { case hz10, hz2, hz6, hz8, hz15, hz20, hz25, hz30 }

        mutating func layout(_ c: inout some Coder) { c(&code, "rate") }

        var period: Nanoseconds {
            let hertz: [Int64] = [10, 2, 6, 8, 15, 20, 25, 30]
            return Nanoseconds(1_000_000_000 / hertz[Int(code.rawValue)])
        }
    }

    /// The number of measurements for each sample, as coded in the chip's registers.
    struct Repetitions: Layout, Equatable {
        /// Half of one less than the number on x and y.
        var xy: UInt8 = 0
        /// One less than the number on z.
        var z: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&xy, "(xy - 1) / 2")
            c(&z, "z - 1")
        }

        var countXY: Int { 2 * Int(xy) + 1 }
        var countZ: Int { Int(z) + 1 }
        var time: Nanoseconds {
            BMM150.measurementTime(repetitionsXY: countXY, repetitionsZ: countZ)
        }
    }

    /// Below `low` and above `high` there is an interrupt, 6 µT a step.
    struct Thresholds: Layout, Equatable {
        var low: Int8 = 0
        var high: Int8 = 0

        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("µT", times: 6))
            c(&low, "low")
            c.unit(FieldUnit("µT", times: 6))
            c(&high, "high")
        }

        /// Bits 0 to 2 for x, y, z below the low, 3 to 5 for those above the high threshold.
        func passed(by sample: RawSample) -> UInt8 {
            var bits: UInt8 = 0
            for (axis, count) in [sample.x, sample.y, sample.z].enumerated()
            where count != BMM150.overflow {
                if Int(count) < Int(low) * 96 { bits |= 1 << UInt8(axis) }
                if Int(count) > Int(high) * 96 { bits |= 8 << UInt8(axis) }
            }
            return bits
        }
    }

    /// The contents of the data register.
    struct MagneticField: Layout {
        var x: Int16 = 0
        var y: Int16 = 0
        var z: Int16 = 0

        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("µT", over: 16))
            c(&x, "x")
            c.unit(FieldUnit("µT", over: 16))
            c(&y, "y")
            c.unit(FieldUnit("µT", over: 16))
            c(&z, "z")
        }
    }
}
