import Declaration
public import Simulation
public import YAML

public struct Notification: Section {
    public static let title = "notification"
    public static let about = "How many notifications that fit a pattern the client got."

    public var bytes = BytePattern([], isOpen: true)
    /// How many.
    public var count = Count()

    public static let keys = Keys(Self()) { keys in
        keys.required(\.bytes, "bytes", principal: true, "What they look like.")
        Count.declare(&keys, \.count, "notifications")
    }

    public mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

public struct HeardAdvertisement: Section {
    public static let title = "advertisement"
    public static let about = "What a scanning client heard of the board."

    public var name: String?
    public var manufacturer: BytePattern?
    /// How many.
    public var count = Count()

    public static let keys = Keys(Self()) { keys in
        keys.optional(\.name, "name", otherwise: "any", "The local name.")
        keys.optional(
            \.manufacturer, "manufacturer", otherwise: "any",
            "The manufacturer data, company identifier first as on the air: `\"4C 00 02 15 ..\"`.")
        Count.declare(&keys, \.count, "advertisements and scan responses")
    }

    public mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

/// The link between the client and the board.
public struct Connected: Section {
    public static let title = "connected"
    public static let about = "How often the client connected, and how long it was without a link."

    /// Connections that came about.
    public var count = Count()
    public var gap: Nanoseconds?

    public static let keys = Keys(Self()) { keys in
        Count.declare(&keys, \.count, "connections")
        keys.optional(
            \.gap, "gap", in: .zero...Nanoseconds.longest, otherwise: "not judged",
            "The longest time from the end of a link to the next one, or to the deadline after one"
                + " that was lost for good, is at most this.")
    }

    public mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

public struct Dropped: Section {
    public static let title = "dropped"
    public static let about =
        "How many notifications the board dropped because the link took them too slowly."

    /// How many.
    public var count = Count()

    public static let keys = Keys(Self()) { keys in Count.declare(&keys, \.count, "notifications") }

    public mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

public struct TraceLine: Section {
    public static let title = "trace line"
    public static let about = "How many lines of the trace contain a text."

    public var contains = ""
    /// How many lines.
    public var count = Count()

    public static let keys = Keys(Self()) { keys in
        keys.required(\.contains, "contains", principal: true, "What a line contains.")
        Count.declare(&keys, \.count, "lines")
    }

    public mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}
