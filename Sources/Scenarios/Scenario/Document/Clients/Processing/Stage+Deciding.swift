import Declaration
public import YAML

extension Stage {
    public struct Compare: Section {
        public static let title = "comparator"
        public static let about = "Compares with one or more values (type 06)."
        public static let example = """
            - process:
                from: temperature-0
                chain: [{compare: {is: at-least, to: [24 degC, 26 degC], output: zone}}]
                as: warmth
            """

        /// What must hold.
        public enum Relation: String, Choice, CaseIterable {
            public static let title = "relation"
            case equal
            case notEqual = "not-equal"
            case below
            case atMost = "at-most"
            case above
            case atLeast = "at-least"

            var code: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        /// What comes out.
        public enum Output: String, Choice, CaseIterable {
            public static let title = "comparator output"
            case absolute, reference, zone, binary

            public var about: String {
                switch self {
                case .absolute: "The sample, if it fits."
                case .reference: "The value that it fits, if any."
                case .zone: "Which value it fits first, from 0; their number for none."
                case .binary: "1 if it fits, 0 if not."
                }
            }

            var code: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        public var relation = Relation.above
        public var values: [Level] = []
        public var output = Output.absolute
        public var isOldForm = false

        public static let keys = Keys(Self()) { keys in
            keys.required(\.relation, "is", "What must hold.")
            keys.list(\.values, "to", count: 1...12, "Values, of which one must fit.")
            keys.optional(\.output, "output", "What comes out.")
            keys.optional(
                \.isOldForm, "old-form",
                "Whether the command of firmware before 1.2.3 is used, with one value.")
        }

        public func check(_ reader: Reader, at mark: Mark) {
            guard isOldForm, values.count != 1 || output != .absolute else { return }
            reader.fail(
                "the old form has one value and puts the sample out", at: mark,
                mend: "leave `old-form` out")
        }
    }

    public struct Pulse: Section {
        public static let title = "pulse detector"
        public static let about =
            "Finds where samples stay above a level for a while (type 0B)."

        /// What comes out.
        public enum Output: String, Choice, CaseIterable {
            public static let title = "pulse output"
            case width, area, peak, detect

            public var about: String {
                switch self {
                case .width: "Its length in samples."
                case .area: "The sum of its samples."
                case .peak: "The largest of its samples."
                case .detect: "1 as soon as it is one."
                }
            }

            var code: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        public var level = Level(counts: 0)
        public var width = 1
        public var output = Output.peak

        public static let keys = Keys(Self()) { keys in
            keys.required(\.level, "above", principal: true, "What must be exceeded.")
            keys.optional(\.width, "samples", in: 1...65_535, "For how many samples.")
            keys.optional(\.output, "output", "What comes out.")
        }
    }

    public struct Delta: Section {
        public static let title = "delta"
        public static let about =
            "Lets a sample through that differs enough from the last one that passed (type 0C)."

        /// What comes out.
        public enum Output: String, Choice, CaseIterable {
            public static let title = "delta output"
            case absolute, difference, binary

            public var about: String {
                switch self {
                case .absolute: "The sample."
                case .difference: "What it differs by."
                case .binary: "1 if it is larger, -1 if it is smaller."
                }
            }

            var code: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        public var by = Level(counts: 1)
        public var output = Output.absolute

        public static let keys = Keys(Self()) { keys in
            keys.required(\.by, "by", principal: true, "How much is enough.")
            keys.optional(\.output, "output", "What comes out.")
        }
    }

    public struct Threshold: Section {
        public static let title = "threshold"
        public static let about = "Tells when samples cross a level (type 0D)."

        /// What comes out.
        public enum Output: String, Choice, CaseIterable {
            public static let title = "threshold output"
            case absolute, binary

            public var about: String {
                switch self {
                case .absolute: "The sample."
                case .binary: "1 if it rose above, -1 if it fell below."
                }
            }

            var code: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        public var level = Level(counts: 0)
        public var hysteresis = Level(counts: 0)
        public var output = Output.absolute

        public static let keys = Keys(Self()) { keys in
            keys.required(\.level, "at", principal: true, "Which level.")
            keys.optional(\.hysteresis, "hysteresis", "By how much it must be crossed.")
            keys.optional(\.output, "output", "What comes out.")
        }
    }
}
