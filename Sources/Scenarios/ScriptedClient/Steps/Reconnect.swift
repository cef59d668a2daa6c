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

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            guard !session.isConnected else { return "was connected" }
            try await session.reconnect(timeout: within)
            client.linkBegan(session.board)
            try await session.readDeviceInformation(BoardUUID.firmwareRevision)
            if !client.isCap(session.board) { try await session.readClock() }
            return ""
        }
    }
}
