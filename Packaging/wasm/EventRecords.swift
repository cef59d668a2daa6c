import JSON
import Simulation

/// What hosts have seen and was not read yet, as bytes: each record has a header of 24 bytes, then its
/// payload. Numbers are little-endian.
///
/// Place | Bytes | Content
/// ------|-------|--------
/// 0     | 4     | bytes of the payload
/// 4     | 4     | the ``Kind``
/// 8     | 8     | virtual time in nanoseconds
/// 16    | 4     | number of the connection, or of the host for a report
/// 20    | 4     | number of the operation, or handle of the value
final class EventRecords {
    enum Kind: UInt32 {
        /// A notification or an indication: the handle's value.
        case notification = 1
        /// An operation is complete; the payload is the value that was read, or empty.
        case done
        /// An operation is complete, with a result in JSON.
        case result
        /// An operation has failed: `{"message", "att", "reason"}`.
        case failed
        /// A connection has ended: `{"reason", "message"}`.
        case disconnected
        /// A host has received an advertisement, in JSON.
        case report
        /// The services of a connection have changed: the handles to discover again, in JSON.
        case changed
    }

    private var bytes: [UInt8] = []
    private var taken: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }

    func add(
        _ kind: Kind, at time: Instant, _ connection: Int, _ number: Int, _ payload: Span<UInt8>
    ) {
        append(UInt64(payload.count), 4)
        append(UInt64(kind.rawValue), 4)
        append(UInt64(bitPattern: time.nanoseconds), 8)
        append(UInt64(truncatingIfNeeded: connection), 4)
        append(UInt64(truncatingIfNeeded: number), 4)
        for i in payload.indices { bytes.append(payload[i]) }
    }

    func add(
        _ kind: Kind, at time: Instant, _ connection: Int, _ number: Int, _ payload: JSONValue
    ) {
        let text = payload.compact
        add(kind, at: time, connection, number, text.span)
    }

    private func append(_ number: UInt64, _ count: Int) {
        for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(i)))) }
    }

    /// The records since the last call; they stay where they are until the next one.
    func take() -> [UInt8] {
        swap(&bytes, &taken)
        bytes.removeAll(keepingCapacity: true)
        return taken
    }
}
