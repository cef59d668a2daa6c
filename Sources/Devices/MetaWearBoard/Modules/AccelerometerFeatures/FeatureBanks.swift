import Motion
import Wire

/// The BMI270's feature configuration, bank by bank (protocol, sensors 5.5).
struct FeatureBanks {
    /// The banks by number; 4 to 6 are parameters of the unpublished step algorithm and only kept.
    enum Index: Int {
        case axisRemap = 0, anyMotion, noMotion, significantMotion, stepCounter = 7, wristGesture,
            wristWakeUp
    }

    private var banks: [[UInt8]] = [
        [0x88, 0x00],
        [0x05, 0xE0, 0xAA, 0x38],
        [0x05, 0xE0, 0x90, 0x30],
        [0xFA, 0x00],
        [
            0x2D, 0x01, 0xD4, 0x7B, 0x3B, 0x01, 0xDB, 0x7A, 0x04, 0x00, 0x3F, 0x7B, 0xCD, 0x6C,
            0xC3, 0x4C,
        ],
        [
            0x85, 0x09, 0xC3, 0x04, 0xEC, 0xE6, 0x0C, 0x46, 0x01, 0x00, 0x27, 0x00, 0x19, 0x00,
            0x96, 0x00,
        ],
        [
            0xA0, 0x00, 0x01, 0x00, 0x0C, 0x00, 0xF0, 0x3C, 0x00, 0x01, 0x01, 0x00, 0x03, 0x00,
            0x01, 0x00,
        ],
        [0x00, 0x0E, 0x00, 0x00],
        [0x05, 0x00, 0xEE, 0x06, 0x04, 0x00, 0xC8, 0x00],
        [0xA8, 0x05, 0xEE, 0x06, 0x00, 0x04, 0xBC, 0x02, 0xB3, 0x00, 0x85, 0x07],
    ]

    /// A bank as it was written; nil if there is no such bank.
    subscript(index: UInt8) -> [UInt8]? {
        Int(index) < banks.count ? banks[Int(index)] : nil
    }

    /// A bank by its layout.
    func bank<Bank: Layout>(_ index: Index, as: Bank.Type = Bank.self) -> Bank {
        (try? Bank(banks[index.rawValue])) ?? Bank()
    }

    /// Writes a bank; false if there is no such bank or the bytes are too few for it.
    mutating func write(_ index: UInt8, _ bytes: [UInt8]) -> Bool {
        guard let old = self[index], bytes.count >= old.count else { return false }
        banks[Int(index)] = Array(bytes.prefix(old.count))
        return true
    }

    /// The chip clears the step counter's reset bit itself.
    mutating func acknowledgeStepReset() {
        banks[Index.stepCounter.rawValue][3] &= ~4
    }

    /// What the host writes: which bank, and the bank.
    struct Written: Layout {
        var index: UInt8 = 0
        var bytes: [UInt8] = []
        mutating func layout(_ c: inout some Coder) {
            c(&index, "bank")
            c.rest(&bytes, max: 16, "bytes")
        }
    }

    /// How the axes of the feature engine are mapped; data keep the chip's axes (BST-BMI270-DS000,
    /// axes remapping for interrupt features).
    struct AxisRemap: Layout {
        var x: UInt8 = 0
        var isXNegative = false
        var y: UInt8 = 1
        var isYNegative = false
        var z: UInt8 = 2
        var isZNegative = false
        mutating func layout(_ c: inout some Coder) {
            c(&x, bits: 2, "x from")
            c(&isXNegative, "x negative")
            c(&y, bits: 2, "y from")
            c(&isYNegative, "y negative")
            c(&z, bits: 2, "z from")
            c(&isZNegative, "z negative")
        }

        func map(_ a: Vector3) -> Vector3 {
            Vector3(
                a.component(Int(x)) * (isXNegative ? -1 : 1),
                a.component(Int(y)) * (isYNegative ? -1 : 1),
                a.component(Int(z)) * (isZNegative ? -1 : 1))
        }
    }

    /// Any motion and no motion.
    struct Slope: Layout {
        /// Consecutive samples.
        var duration: UInt16 = 5
        /// Bits 0 to 2: x, y, z.
        var axes: UInt8 = 7
        /// A 2048th of g a step.
        var threshold: UInt16 = 0xAA
        var output: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&duration, bits: 13, "duration")
            c(&axes, bits: 3, "axes")
            c(&threshold, bits: 11, "threshold")
            c(&output, bits: 5, "output")
        }
    }

    /// Bank 7.
    struct StepCounterBank: Layout {
        var parameter: UInt16 = 0x0E00
        /// 20 steps each; 0 never notifies.
        var watermark: UInt16 = 0
        var isReset = false
        var unused: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&parameter, "parameter 25")
            c(&watermark, bits: 10, "watermark")
            c(&isReset, "reset")
            c(&unused, bits: 5, "unused")
        }
    }
}
