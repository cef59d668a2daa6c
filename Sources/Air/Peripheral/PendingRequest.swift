import Bluetooth

/// A request that needs answers from elsewhere first.
///
/// The answers are kept, and the whole request is answered again from its beginning: it may need
/// several values, and the next one is requested only when the previous one has arrived.
struct PendingRequest {
    struct Operation: Equatable {
        var value: ValueID
        var offset: Int
        /// Nil for a read.
        var write: DeferredWrite?
    }

    let ticket: UInt64
    let connection: ConnectionID
    let pdu: [UInt8]
    /// The operations requested so far; only the last may be open.
    var answers: [(operation: Operation, result: Result<[UInt8], ATTError>?)] = []
    /// How many of them this run has used.
    var used = 0
    /// Whether this run lacks an answer, so that its result is not valid.
    var isWaiting = false
}
