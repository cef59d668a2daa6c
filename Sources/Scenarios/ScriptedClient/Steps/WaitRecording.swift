import Declaration
import MetaWearProtocol
import Simulation

extension Step {
    /// Waits until a session records, as the vendor's apps do: nothing but a length that grows proves
    /// it (real boards of 2026: RB26-02).
    package struct WaitRecording: BoardStep {
        package static let example =
            """
            - log: {acceleration: {rate: 50 Hz}}
            - wait-recording: 90 s
            """

        package var within: Nanoseconds = .seconds(90)
        package var every: Nanoseconds = .seconds(2)

        package static let keys = Keys(Self(), "wait-recording") { keys in
            keys.about =
                "Waits until the board records: reads the length of the log until it has grown. A"
                + " board with NAND that still erases an earlier log records nothing."
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "The step fails if the log has not grown after this long.")
            keys.optional(
                \.every, "every", in: Step.waits,
                "The time from one question for the length to the next.")
        }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let start = client.timers.now
            try await client.executor.limited(
                to: within, "the log has not grown within \(within.text)"
            ) { () async throws(StepFailure) in
                let first = try await length(session)
                // An empty page may count as one entry (RB26-06).
                repeat {
                    try await client.executor.sleep(for: every)
                } while try await length(session) <= first + 1
            }
            let tenths = (client.timers.now - start).count / 100_000_000
            return "after \(tenths / 10).\(tenths % 10) s"
        }

        private func length(_ session: HostSession) async throws(StepFailure) -> Double {
            session.value(ReadTarget.LogLength(), in: try await session.ask(LogCommand.readLength))
        }
    }
}
