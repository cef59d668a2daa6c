import Bluetooth

/// A request whose answer somebody else has to give first.
///
/// What came back is kept, and the whole request is answered again from its beginning: a request may
/// need several values, and the next one is asked for only when the one before is there.
struct PendingRequest {
    /// One thing that was asked for.
    struct Operation: Equatable {
        var value: ValueID
        var offset: Int
        /// Nil for a read.
        var write: DeferredWrite?
    }

    let ticket: UInt64
    let connection: ConnectionID
    let pdu: [UInt8]
    /// What was asked for so far; only the last may be open.
    var answers: [(operation: Operation, result: Result<[UInt8], ATTError>?)] = []
    /// How many of them this run has used.
    var used = 0
    /// Whether this run lacks an answer, so that what it makes is of no worth.
    var isWaiting = false
}
