import Declaration
import Simulation

extension Step {
    package struct WaitDisconnect: BoardStep {
        package var within: Nanoseconds = .seconds(60)

        package static let keys = Keys(Self(), "wait-disconnect") { keys in
            keys.about = "Waits until the link is lost or closed by the board."
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "The step fails if the link is still open after this long.")
        }

        var ability: Ability? { nil }
        var needsLink: Bool { false }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            guard session.isConnected else { return done(.success("")) }
            let finish = first(done)
            let ending = session.whenEnded { finish(.success("")) }
            client.timers.after(within) {
                session.forgetEnding(ending)
                finish(.failure(StepFailure("still connected after \(within.text)")))
            }
        }
    }
}
