import Declaration
import YAML

extension Stage {
    package struct Count: Section {
        package var size = 4

        package static let keys = Keys(Self(), "counter") { keys in
            keys.about = "Counts the input samples (type 02)."
            keys.optional(\.size, "size", in: 1...4, principal: true, "Bytes of the output.")
        }
    }

    package struct Sum: Section {
        package var size = 4

        package static let keys = Keys(Self(), "accumulator") { keys in
            keys.about = "Sums the input samples (type 02)."
            keys.optional(\.size, "size", in: 1...4, principal: true, "Bytes of the output.")
        }
    }

    package struct Average: Section {
        package var samples = 4

        package static let keys = Keys(Self(), "average") { keys in
            keys.about = "Running average: a low-pass filter (type 03)."
            keys.required(
                \.samples, "samples", in: 1...255, principal: true,
                "How many samples are averaged; the first output follows after that many.")
        }
    }

    package struct HighPass: Section {
        package var samples = 4

        package static let keys = Keys(Self(), "high-pass filter") { keys in
            keys.about = "The difference between a sample and the running average (type 03)."
            keys.required(\.samples, "samples", in: 1...255, principal: true, "Over how many.")
        }
    }

    package struct RMS: Section {
        package static let keys = Keys(
            Self(), "root mean square",
            about: "Root mean square of the axes (type 07).")
    }

    package struct RSS: Section {
        package static let keys = Keys(
            Self(), "root sum square",
            about: "Length of the vector: root of the sum of squares (type 07).")
    }

    package struct Math: Section {
        package enum Operation: String, Choice {
            package static let title = "operation"
            case add, multiply, divide, modulus, power, root
            case shiftLeft = "shift-left"
            case shiftRight = "shift-right"
            case subtract, absolute, constant

            /// Whether it needs a second number.
            var isBinary: Bool { self != .root && self != .absolute }
        }

        package var operation = Operation.add
        package var by = Level(counts: 0)

        package static let keys = Keys(Self(), "math") { keys in
            keys.about = "Integer arithmetic with 32 bits per axis (type 09)."
            keys.required(\.operation, "operation", principal: true, "The operation.")
            keys.optional(
                \.by, "by",
                "The second operand: a quantity to add or subtract, otherwise a plain number.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if by.value == 0, operation == .divide || operation == .modulus {
                reader.fail("division by 0", at: mark, fix: "add `by: 2`")
            }
        }
    }

    package struct AverageChannels: Section {
        package var samples = 4

        package static let keys = Keys(Self(), "average of channels") { keys in
            keys.about = "Running average of each axis (type 0E; the SDKs do not have it)."
            keys.required(\.samples, "samples", in: 1...255, principal: true, "Over how many.")
        }
    }

    package struct AverageQuaternion: Section {
        package var samples = 4

        package static let keys = Keys(Self(), "average of quaternions") { keys in
            keys.about = "Running average of orientations (type 1A; the SDKs do not have it)."
            keys.required(\.samples, "samples", in: 1...255, principal: true, "Over how many.")
        }
    }
}
