import Declaration
import YAML

extension Stage {
    package struct Compare: Section {
        package static let example = """
            - process:
                from: temperature-0
                chain: [{compare: {is: at-least, to: [24 degC, 26 degC], output: zone}}]
                as: warmth
            """

        /// What must hold.
        package enum Relation: String, Choice {
            package static let title = "relation"
            case equal
            case notEqual = "not-equal"
            case below
            case atMost = "at-most"
            case above
            case atLeast = "at-least"
        }

        /// What comes out.
        package enum Output: String, Choice {
            package static let title = "comparator output"
            case absolute, reference, zone, binary

            package var about: String {
                switch self {
                case .absolute: "The sample, if it matches."
                case .reference: "The value that it matches, if any."
                case .zone:
                    "The index of the first matching value, from 0; the number of values if none"
                        + " matches."
                case .binary: "1 if it matches, 0 if not."
                }
            }
        }

        package var relation = Relation.above
        package var values: [Level] = []
        package var output = Output.absolute
        package var isOldForm = false

        package static let keys = Keys(Self(), "comparator") { keys in
            keys.about = "Compares with one or more values (type 06)."
            keys.required(\.relation, "is", "The comparison.")
            keys.list(
                \.values, "to", count: 1...12, "Values to compare with; one of them must match.")
            keys.optional(\.output, "output", "What comes out.")
            keys.optional(
                \.isOldForm, "old-form",
                "Whether to use the command of firmware before 1.2.3, which has only one value.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard isOldForm, values.count != 1 || output != .absolute else { return }
            reader.fail(
                "`old-form` has only one value and outputs the sample", at: mark,
                fix: "remove `old-form`")
        }
    }

    package struct Pulse: Section {
        /// What comes out.
        package enum Output: String, Choice {
            package static let title = "pulse output"
            case width, area, peak, detect

            package var about: String {
                switch self {
                case .width: "Its length in samples."
                case .area: "The sum of its samples."
                case .peak: "The largest of its samples."
                case .detect: "1 as soon as the pulse is detected."
                }
            }
        }

        package var level = Level(counts: 0)
        package var width = 1
        package var output = Output.peak

        package static let keys = Keys(Self(), "pulse detector") { keys in
            keys.about = "Detects pulses: samples that stay above a level for a while (type 0B)."
            keys.required(\.level, "above", principal: true, "The level that must be exceeded.")
            keys.optional(\.width, "samples", in: 1...65_535, "The number of samples in a pulse.")
            keys.optional(\.output, "output", "What comes out.")
        }
    }

    package struct Delta: Section {
        /// What comes out.
        package enum Output: String, Choice {
            package static let title = "delta output"
            case absolute, difference, binary

            package var about: String {
                switch self {
                case .absolute: "The sample."
                case .difference: "The difference."
                case .binary: "1 if it is larger, -1 if it is smaller."
                }
            }
        }

        package var by = Level(counts: 1)
        package var output = Output.absolute

        package static let keys = Keys(Self(), "delta") { keys in
            keys.about =
                "Passes samples that differ enough from the last one that passed (type 0C)."
            keys.required(\.by, "by", principal: true, "The smallest difference that passes.")
            keys.optional(\.output, "output", "What comes out.")
        }
    }

    package struct Threshold: Section {
        /// What comes out.
        package enum Output: String, Choice {
            package static let title = "threshold output"
            case absolute, binary

            package var about: String {
                switch self {
                case .absolute: "The sample."
                case .binary: "1 if it rose above, -1 if it fell below."
                }
            }
        }

        package var level = Level(counts: 0)
        package var hysteresis = Level(counts: 0)
        package var output = Output.absolute

        package static let keys = Keys(Self(), "threshold") { keys in
            keys.about = "Reports when samples cross a level (type 0D)."
            keys.required(\.level, "at", principal: true, "The level.")
            keys.optional(\.hysteresis, "hysteresis", "How far the level must be crossed.")
            keys.optional(\.output, "output", "What comes out.")
        }
    }
}
