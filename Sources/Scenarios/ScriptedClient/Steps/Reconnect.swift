import Declaration
import MetaWearProtocol
import Simulation

extension Step {
    /// Connects again to the board whose link was lost.
    package struct Reconnect: BoardStep {
        package var within: Nanoseconds = .seconds(60)

        package static let keys = Keys(Self(), "reconnect") { keys in
            keys.about =
                "Connects again as before, and reads the firmware revision and the log's clock."
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "The step fails after this long without a link.")
        }

        var ability: Ability? { nil }
        var needsLink: Bool { false }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            guard !session.isConnected else { return done(.success("was connected")) }
            session.reconnect(
                timeout: within,
                onSuccess(else: done) {
                    client.linkBegan(session.board)
                    session.readDeviceInformation(
                        BoardUUID.firmwareRevision,
                        onSuccess(else: done) {
                            if client.isCap(session.board) { return done(.success("")) }
                            session.readClock { done($0.map { "" }) }
                        })
                })
        }
    }
}
