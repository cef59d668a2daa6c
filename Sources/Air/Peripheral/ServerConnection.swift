import Bluetooth

/// An attribute server's state of a connection.
struct ServerConnection {
    /// ATT's MTU before any exchange (Core Vol 3, Part F, 5.2.1).
    static let defaultMTU = 23

    let id: ConnectionID
    var security: Security
    /// Keys exist, so that the link could be encrypted at once.
    var bonded: Bool
    var mtu = Self.defaultMTU
    var mtuExchanged = false
    /// The client characteristic configurations by slot.
    var configurations: [UInt8]
    var prepared = PreparedWrites()
    /// The value handle of an unconfirmed indication; 0 for none.
    var indicating: UInt16 = 0
    /// The changed handles that the central has not been notified of.
    var changed: (first: UInt16, last: UInt16)?
}

/// The queue of prepared writes (Core Vol 3, Part F, 3.4.6).
struct PreparedWrites {
    /// 512 bytes in parts of 18, as an MTU of 23 allows, take 29.
    static let maximumParts = 32
    static let maximumBytes = 1_024

    struct Part {
        var handle: UInt16
        var offset: Int
        var bytes: [UInt8]
    }

    private(set) var parts: [Part] = []
    private var total = 0

    mutating func append(_ part: Part) throws(ATTError) {
        guard parts.count < Self.maximumParts, total + part.bytes.count <= Self.maximumBytes else {
            throw .prepareQueueFull
        }
        parts.append(part)
        total += part.bytes.count
    }

    mutating func take() -> [Part] {
        defer {
            parts = []
            total = 0
        }
        return parts
    }
}
