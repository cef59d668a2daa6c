import Declaration
import Simulation

extension Step {
    /// Puts the board back to how it came.
    package struct FactoryReset: BoardStep {
        package static let title = "factory-reset"
        package static let about =
            "Stops logging, removes log entries, loggers, events, processors and macros, and"
            + " resets the"
            + " board, in the order of the Swift SDK."

        package static let keys = Keys(Self())

        /// The order of the Swift SDK (protocol, core 10).
        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.send([
                [0x0B, 0x01, 0x00], [0x0B, 0x09, 0xFF, 0xFF, 0xFF, 0xFF], [0x0B, 0x0A],
                [0x0A, 0x05],
                [0x09, 0x08], [0x0F, 0x08], [0xFE, 0x05], [0xFE, 0x01],
            ])
            session.state.forgetAll()
            // The link ends by it.
            client.timers.after(HostSession.settlingTime) { done(.success("")) }
        }
    }
}
