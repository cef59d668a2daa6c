import Declaration
import Simulation
import YAML

package struct Notification: Section {
    package static let title = "notification"
    package static let about = "How many notifications that fit a pattern the client got."

    package var bytes = BytePattern([], isOpen: true)
    /// How many.
    package var count = Count()

    package static let keys = Keys(Self()) { keys in
        keys.required(\.bytes, "bytes", principal: true, "What they look like.")
        Count.declare(&keys, \.count, "notifications")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

package struct HeardAdvertisement: Section {
    package static let title = "advertisement"
    package static let about = "What a scanning client heard of the board."

    package var name: String?
    package var manufacturer: BytePattern?
    /// How many.
    package var count = Count()

    package static let keys = Keys(Self()) { keys in
        keys.optional(\.name, "name", otherwise: "any", "The local name.")
        keys.optional(
            \.manufacturer, "manufacturer", otherwise: "any",
            "The manufacturer data, company identifier first as on the air: `\"4C 00 02 15 ..\"`.")
        Count.declare(&keys, \.count, "advertisements and scan responses")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

/// The link between the client and the board.
package struct Connected: Section {
    package static let title = "connected"
    package static let about = "How often the client connected, and how long it was without a link."

    /// Connections that came about.
    package var count = Count()
    package var gap: Nanoseconds?

    package static let keys = Keys(Self()) { keys in
        Count.declare(&keys, \.count, "connections")
        keys.optional(
            \.gap, "gap", in: .zero...Nanoseconds.longest, otherwise: "not judged",
            "The longest time from the end of a link to the next one, or to the deadline after one"
                + " that was lost for good, is at most this.")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

package struct Dropped: Section {
    package static let title = "dropped"
    package static let about =
        "How many notifications the board dropped because the link took them too slowly."

    /// How many.
    package var count = Count()

    package static let keys = Keys(Self()) { keys in Count.declare(&keys, \.count, "notifications")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

package struct TraceLine: Section {
    package static let title = "trace line"
    package static let about = "How many lines of the trace contain a text."

    package var contains = ""
    /// How many lines.
    package var count = Count()

    package static let keys = Keys(Self()) { keys in
        keys.required(\.contains, "contains", principal: true, "What a line contains.")
        Count.declare(&keys, \.count, "lines")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}
