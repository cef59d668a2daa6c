public import Simulation
public import YAML

/// Notifications that fit a pattern.
public struct Notification: Section {
    public static let title = "notification"
    public static let about = "How many notifications that fit a pattern the client got."

    /// What they look like.
    public var bytes = BytePattern([], isOpen: true)
    /// How many.
    public var count = Count()
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.required(&bytes, "bytes", principal: true, "What they look like.")
        count.declare(keys, "notifications")
    }

    public mutating func check(_ reader: Reader) { count.check(reader, at: mark) }
}

/// Advertisements that a scanning client heard.
public struct HeardAdvertisement: Section {
    public static let title = "advertisement"
    public static let about = "What a scanning client heard of the board."

    /// The local name; `nil`: any.
    public var name: String?
    /// What the manufacturer data begins with, company identifier first; `nil`: any.
    public var manufacturer: BytePattern?
    /// How many.
    public var count = Count()
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.optional(&name, "name", otherwise: "any", "The local name.")
        keys.optional(
            &manufacturer, "manufacturer", otherwise: "any",
            "The manufacturer data, company identifier first as on the air: `\"4C 00 02 15 ..\"`.")
        count.declare(keys, "advertisements and scan responses")
    }

    public mutating func check(_ reader: Reader) { count.check(reader, at: mark) }
}

/// The link between the client and the board.
public struct Connected: Section {
    public static let title = "connected"
    public static let about = "How often the client connected, and how long it was without a link."

    /// Connections that came about.
    public var count = Count()
    /// The longest time from a link's end to the next one, or to the deadline after one that was
    /// lost for good.
    public var gap: Nanoseconds?
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        count.declare(keys, "connections")
        keys.optional(
            &gap, "gap", in: .zero...Nanoseconds.longest, otherwise: "not judged",
            "The longest time from the end of a link to the next one, or to the deadline after one"
                + " that was lost for good, is at most this.")
    }

    public mutating func check(_ reader: Reader) { count.check(reader, at: mark) }
}

/// Notifications that the board dropped because its queue was full.
public struct Dropped: Section {
    public static let title = "dropped"
    public static let about =
        "How many notifications the board dropped because the link took them too slowly."

    /// How many.
    public var count = Count()
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) { count.declare(keys, "notifications") }

    public mutating func check(_ reader: Reader) { count.check(reader, at: mark) }
}

/// Lines of the trace.
public struct TraceLine: Section {
    public static let title = "trace line"
    public static let about = "How many lines of the trace contain a text."

    /// What a line contains.
    public var contains = ""
    /// How many lines.
    public var count = Count()
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.required(&contains, "contains", principal: true, "What a line contains.")
        count.declare(keys, "lines")
    }

    public mutating func check(_ reader: Reader) { count.check(reader, at: mark) }
}
