public import Simulation

extension Central {
    /// Runs the simulation until `start`'s completion was called, or `limit` has passed.
    ///
    /// Not for use inside an event: from there, use the operations with completions.
    public func wait<Value>(
        for what: String, within limit: Nanoseconds = .seconds(60),
        _ start: (@escaping Completion<Value>) -> Void
    ) throws(CentralError) -> Value {
        var outcome: Result<Value, CentralError>?
        start { outcome = $0 }
        _ = simulation.run(until: simulation.now + limit, while: { outcome == nil })
        guard let outcome else { throw .timeout(waitingFor: what) }
        return try outcome.get()
    }

    /// Runs the simulation until `condition` holds, or `limit` has passed.
    public func wait(
        until condition: () -> Bool, _ what: String = "a condition", within limit: Nanoseconds
    ) throws(CentralError) {
        guard
            simulation.run(until: simulation.now + limit, while: { !condition() })
        else { throw .timeout(waitingFor: what) }
    }
}
