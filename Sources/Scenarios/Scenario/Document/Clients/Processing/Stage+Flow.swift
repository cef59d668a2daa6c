import Declaration
public import Simulation

extension Stage {
    public struct Pass: Section {
        public static let title = "passthrough"
        public static let about = "Lets samples through, or not (type 01)."

        /// When samples pass.
        public enum Mode: String, Choice {
            public static let title = "passthrough mode"
            case all, conditional, count

            public var about: String {
                switch self {
                case .all: "Always."
                case .conditional: "While the count is above 0."
                case .count: "As many as the count says."
                }
            }

            var code: UInt8 {
                switch self {
                case .all: 0
                case .conditional: 1
                case .count: 2
                }
            }
        }

        public var mode = Mode.all
        public var count = 0

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.mode, "mode", principal: true, "When samples pass.")
            keys.optional(
                \.count, "count", in: 0...65_535,
                "The count at first; `set-state` changes it later.")
        }
    }

    public struct Time: Section {
        public static let title = "time limiter"
        public static let about = "Lets one sample through in every period (type 08)."

        /// What comes out.
        public enum Output: String, Choice {
            public static let title = "time limiter output"
            case absolute, difference

            public var about: String {
                switch self {
                case .absolute: "The sample."
                case .difference: "What it differs by from the one that passed before."
                }
            }
        }

        public var period = Nanoseconds.seconds(1)
        public var output = Output.absolute

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.period, "period", in: .milliseconds(1)...(.milliseconds(4_294_967_295)),
                principal: true, "From one output to the next, at least; whole milliseconds.")
            keys.optional(\.output, "output", "What comes out.")
        }
    }

    public struct Delay: Section {
        public static let title = "sample delay"
        public static let about = "Holds so many samples back (type 0A)."

        public var samples = 1

        public static let keys = Keys(Self()) { keys in
            keys.required(\.samples, "samples", in: 1...255, principal: true, "How many.")
        }
    }

    public struct Buffer: Section {
        public static let title = "buffer"
        public static let about =
            "Keeps the last sample and puts nothing out: to be fused, or read as a state (type 0F)."

        public static let keys = Keys(Self())
    }

    public struct Pack: Section {
        public static let title = "packer"
        public static let about = "Sends several samples in one notification (type 10)."

        public var samples = 2

        public static let keys = Keys(Self()) { keys in
            keys.required(\.samples, "samples", in: 2...17, principal: true, "How many.")
        }
    }

    public struct Account: Section {
        public static let title = "accounter"
        public static let about = "Puts a time or a number in front of each sample (type 11)."

        /// What stands in front.
        public enum What: String, Choice {
            public static let title = "accounter mode"
            case time, count

            public var about: String {
                switch self {
                case .time: "The log's tick, 1.46 ms."
                case .count: "Which sample it is."
                }
            }
        }

        public var what = What.time

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.what, "by", principal: true, "What stands in front.")
        }
    }

    public struct Fuse: Section {
        public static let title = "fuser"
        public static let about =
            "Puts the samples that buffers keep behind each sample of its own (type 1B)."
        public static let example = """
            - process: {from: rotation, chain: [buffer], as: turning}
            - process: {from: acceleration, chain: [{fuse: [turning]}, {time: 20 ms}], as: both}
            """

        public var buffers: [SignalName] = []

        public static let keys = Keys(Self()) { keys in
            keys.list(
                \.buffers, "with", count: 1...12, principal: true,
                "Names of chains that end in a buffer.")
        }
    }

    /// Any type by its bytes.
    public struct Raw: Section {
        public static let title = "raw processor"
        public static let about =
            "A processor by its bytes: punch (04), peak (05), or whatever the firmware has. What it"
            + " puts out is shown as bytes."

        public var bytes = Bytes([])
        public var length = 1

        public static let keys = Keys(Self()) { keys in
            keys.required(\.bytes, "bytes", principal: true, "Type and configuration.")
            keys.optional(\.length, "length", in: 1...17, "How many bytes come out.")
        }
    }
}
