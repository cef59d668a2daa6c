import Declaration
public import YAML

extension Stage {
    public struct Count: Section {
        public static let title = "counter"
        public static let about = "Counts what comes in (type 02)."

        public var size = 4

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.size, "size", in: 1...4, principal: true, "Bytes of the output.")
        }
    }

    public struct Sum: Section {
        public static let title = "accumulator"
        public static let about = "Adds up what comes in (type 02)."

        public var size = 4

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.size, "size", in: 1...4, principal: true, "Bytes of the output.")
        }
    }

    public struct Average: Section {
        public static let title = "average"
        public static let about = "Running average: a low-pass filter (type 03)."

        public var samples = 4

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.samples, "samples", in: 1...255, principal: true,
                "Over how many; the first output comes with that many.")
        }
    }

    public struct HighPass: Section {
        public static let title = "high-pass filter"
        public static let about = "What a sample differs by from the running average (type 03)."

        public var samples = 4

        public static let keys = Keys(Self()) { keys in
            keys.required(\.samples, "samples", in: 1...255, principal: true, "Over how many.")
        }
    }

    public struct RMS: Section {
        public static let title = "root mean square"
        public static let about = "Root mean square of the axes (type 07)."

        public static let keys = Keys(Self())
    }

    public struct RSS: Section {
        public static let title = "root sum square"
        public static let about = "Length of the vector: root of the sum of squares (type 07)."

        public static let keys = Keys(Self())
    }

    public struct Math: Section {
        public static let title = "math"
        public static let about = "Calculates in whole numbers, 32 bits each axis (type 09)."

        /// What is calculated.
        public enum Operation: String, Choice, CaseIterable {
            public static let title = "operation"
            case add, multiply, divide, modulus, power, root
            case shiftLeft = "shift-left"
            case shiftRight = "shift-right"
            case subtract, absolute, constant

            /// As the register has it (protocol, core 4.6).
            var code: UInt8 {
                UInt8(clamping: (Self.allCases.firstIndex(of: self) ?? 0) + 1)
            }

            /// Whether it needs a second number.
            var isBinary: Bool { self != .root && self != .absolute }
        }

        public var operation = Operation.add
        public var by = Level(counts: 0)

        public static let keys = Keys(Self()) { keys in
            keys.required(\.operation, "operation", principal: true, "What is calculated.")
            keys.optional(
                \.by, "by",
                "The second number: a quantity to add or subtract, a plain number else.")
        }

        public func check(_ reader: Reader, at mark: Mark) {
            if by.value == 0, operation == .divide || operation == .modulus {
                reader.fail("nothing can be divided by 0", at: mark, mend: "add `by: 2`")
            }
        }
    }

    public struct AverageChannels: Section {
        public static let title = "average of channels"
        public static let about = "Running average of each axis (type 0E, in the firmware only)."

        public var samples = 4

        public static let keys = Keys(Self()) { keys in
            keys.required(\.samples, "samples", in: 1...255, principal: true, "Over how many.")
        }
    }

    public struct AverageQuaternion: Section {
        public static let title = "average of quaternions"
        public static let about =
            "Running average of orientations (type 1A, in the firmware only)."

        public var samples = 4

        public static let keys = Keys(Self()) { keys in
            keys.required(\.samples, "samples", in: 1...255, principal: true, "Over how many.")
        }
    }
}
