internal import Bluetooth
internal import Central
internal import EventLoop

/// A host in synchronous code, which turns the loop until an operation is complete.
extension HCIHost {
    /// Sends a command and waits for its answer; a refusal is an error.
    @discardableResult
    func ask(_ command: HCIParameters) throws(AccessError) -> HCIParameters {
        try complete { ask(command, $0) }
    }

    /// Starts an operation and waits until it is complete; the watchdog ends it.
    func complete<Value>(
        _ start: (@escaping (Result<Value, AccessError>) -> Void) -> Void
    ) throws(AccessError) -> Value {
        var outcome: Result<Value, AccessError>?
        start { outcome = $0 }
        try wait(untilWall: .max) { outcome != nil }
        guard let outcome else { throw failure ?? .broken("\(place): no answer") }
        return try outcome.get()
    }

    /// Returns when everything that the controller has sent until now has arrived: its answer to
    /// this comes after all that.
    func fence() throws(AccessError) { try ask(HCIParameters(.readBDADDR)) }

    /// Turns until a condition holds; false if it did not before a time of the board.
    @discardableResult
    func wait(until limit: Int64, _ isDone: () -> Bool) throws(AccessError) -> Bool {
        try wait(untilWall: clock.wall(at: limit), isDone)
    }

    /// Turns until a condition holds; false if it did not before a wall-clock time.
    @discardableResult
    func wait(untilWall limit: Int64, _ isDone: () -> Bool) throws(AccessError) -> Bool {
        let isOver = clock.wait(untilWall: limit) { failure != nil || isDone() }
        if let failure, !isDone() { throw failure }
        return isOver
    }
}
