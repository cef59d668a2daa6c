import Declaration

extension Step {
    /// Removes everything that runs on the board by itself.
    package struct TearDown: BoardStep {
        package static let title = "tear-down"
        package static let about =
            "Removes all timers, processors, events and loggers, as the SDKs do."

        package static let keys = Keys(Self())

        /// DelayedCalls one by one, then all the rest (protocol, core 10).
        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            for id in session.state.made.timers.values.sorted() { session.send([0x0C, 0x05, id]) }
            session.send([[0x09, 0x08], [0x0A, 0x05], [0x0B, 0x0A]])
            session.state.forgetAll()
            session.settle(done)
        }
    }
}
