import Declaration
import Simulation

extension Stage {
    package struct Pass: Section {
        /// When samples pass.
        package enum Mode: String, Choice {
            package static let title = "passthrough mode"
            case all, conditional, count

            package var about: String {
                switch self {
                case .all: "Always."
                case .conditional: "While the count is above 0."
                case .count: "As many as the count."
                }
            }
        }

        package var mode = Mode.all
        package var count = 0

        package static let keys = Keys(Self(), "passthrough") { keys in
            keys.about = "Passes or blocks samples (type 01)."
            keys.optional(\.mode, "mode", principal: true, "When samples pass.")
            keys.optional(
                \.count, "count", in: 0...65_535,
                "The initial count; `set-state` changes it later.")
        }
    }

    package struct Time: Section {
        /// What comes out.
        package enum Output: String, Choice {
            package static let title = "time limiter output"
            case absolute, difference

            package var about: String {
                switch self {
                case .absolute: "The sample."
                case .difference: "The difference from the last sample that passed."
                }
            }
        }

        package var period = Nanoseconds.seconds(1)
        package var output = Output.absolute

        package static let keys = Keys(Self(), "time limiter") { keys in
            keys.about = "Passes one sample per period (type 08)."
            keys.required(
                \.period, "period", in: .milliseconds(1)...(.milliseconds(4_294_967_295)),
                principal: true, "The shortest time between outputs, in whole milliseconds.")
            keys.optional(\.output, "output", "What comes out.")
        }
    }

    package struct Delay: Section {
        package var samples = 1

        package static let keys = Keys(Self(), "sample delay") { keys in
            keys.about = "Delays samples (type 0A)."
            keys.required(
                \.samples, "samples", in: 1...255, principal: true, "By how many samples.")
        }
    }

    package struct Buffer: Section {
        package static let keys = Keys(
            Self(), "buffer",
            about:
                "Keeps the last sample without any output, for a fuser or to be read as a state"
                + " (type 0F).")
    }

    package struct Pack: Section {
        package var samples = 2

        package static let keys = Keys(Self(), "packer") { keys in
            keys.about = "Sends several samples in one notification (type 10)."
            keys.required(\.samples, "samples", in: 2...17, principal: true, "How many samples.")
        }
    }

    package struct Account: Section {
        /// What precedes each sample.
        package enum What: String, Choice {
            package static let title = "accounter mode"
            case time, count

            package var about: String {
                switch self {
                case .time: "The log's tick, 1.46 ms."
                case .count: "The number of the sample."
                }
            }
        }

        package var what = What.time

        package static let keys = Keys(Self(), "accounter") { keys in
            keys.about = "Puts a time or a counter in front of each sample (type 11)."
            keys.optional(\.what, "by", principal: true, "What is put in front.")
        }
    }

    package struct Fuse: Section {
        package static let example = """
            - process: {from: rotation, chain: [buffer], as: turning}
            - process: {from: acceleration, chain: [{fuse: [turning]}, {time: 20 ms}], as: both}
            """

        package var buffers: [SignalName] = []

        package static let keys = Keys(Self(), "fuser") { keys in
            keys.about = "Appends the samples kept by buffers to each of its own samples (type 1B)."
            keys.list(
                \.buffers, "with", count: 1...12, principal: true,
                "Names of chains that end in a buffer.")
        }
    }

    /// Any type by its bytes.
    package struct Raw: Section {
        package var bytes = Bytes([])
        package var length = 1

        package static let keys = Keys(Self(), "raw processor") { keys in
            keys.about =
                "Any processor, given as bytes: punch (04), peak (05), or another that the"
                + " firmware has. Its output is shown as bytes."
            keys.required(\.bytes, "bytes", principal: true, "Type and configuration.")
            keys.optional(\.length, "length", in: 1...17, "The length of the output in bytes.")
        }
    }
}
