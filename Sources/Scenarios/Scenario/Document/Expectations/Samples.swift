import Declaration
import MetaWearTables
import Simulation
import YAML

package struct Received: Section {
    package static let title = "received"
    package static let about = "How many samples of a stream the client got."

    package var signal = SignalName(.acceleration)
    /// Samples, not notifications.
    package var count = Count()

    package static let keys = Keys(Self()) { keys in
        keys.required(\.signal, "signal", principal: true, "Which stream.")
        Count.declare(&keys, \.count, "samples; a packed notification counts as three")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

package struct Downloaded: Section {
    package static let title = "downloaded"
    package static let about = "How many samples of a signal the client got from the log."

    package var signal = SignalName(.acceleration)
    /// Whole samples.
    package var count = Count()
    package var missing: Int?

    package static let keys = Keys(Self()) { keys in
        keys.required(\.signal, "signal", principal: true, "Which signal.")
        Count.declare(&keys, \.count, "whole samples")
        keys.optional(
            \.missing, "missing", in: 0...Int.max, otherwise: "not judged",
            "How many samples at most are missing between the first and the last, at the rate that"
                + " was configured and the clock of the board's chip.")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

package struct ErrorBound: Section {
    package static let title = "error"
    package static let about =
        "How far the client's samples are from the truth at their times, over all axes."

    /// How the samples came.
    package enum Source: String, Choice {
        package static let title = "source"
        case stream, log
    }

    package var signal = SignalName(.acceleration)
    package var source = Source.stream
    package var rms: AnyQuantity?
    package var max: AnyQuantity?
    package var from = Nanoseconds.zero
    package var isHeadingFree = false

    package static let keys = Keys(Self()) { keys in
        keys.required(\.signal, "signal", "Which signal.")
        keys.optional(\.source, "source", "How the samples came.")
        keys.optional(
            \.rms, "rms", otherwise: "not judged", "The root mean square is at most this.")
        keys.optional(\.max, "max", otherwise: "not judged", "The largest is at most this.")
        keys.optional(
            \.from, "from", in: .zero...Nanoseconds.longest,
            "Samples that were made before this time of the run do not count.")
        keys.optional(
            \.isHeadingFree, "free-heading",
            "Whether a quaternion's first heading is taken as true: without a magnetometer nobody"
                + " knows north.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if rms == nil, max == nil {
            let unit = signal.dimension?.units[0] ?? Acceleration.units[0]
            reader.fail("no bound is given", at: mark, mend: "add `rms: \(unit.smallSample)`")
        }
        // What a script made measures what it is made of: the run will know.
        guard signal.builtIn != nil else { return }
        guard let dimension = signal.dimension else {
            reader.fail(
                "`\(signal.text)` has no error against the truth", at: mark,
                mend: "choose acceleration, rotation, quaternion or another that measures something"
            )
            return
        }
        for bound in [rms, max] {
            bound?.require(dimension, for: "the error of `\(signal.text)`", reader)
        }
    }
}

extension Unit {
    fileprivate var smallSample: String { "5 \(symbol)" }
}
