import Declaration
import MetaWearProtocol

extension Step {
    package struct StopLog: BoardStep {
        package static let keys = Keys(
            Self(), "stop-log",
            about: "Stops the sensors, flushes the last page to flash, and stops logging.")

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await session.fetch([.logging])
            session.send(session.modules.accelerometer?.stopPackets ?? [])
            session.send(session.modules.gyroscope?.stopPackets ?? [])
            session.stopLoggedUnits()
            // Nobody has seen a flush work when nothing is recorded (real boards of 2026: RB26-12).
            if session.modules.revision(of: .logging) >= 3 { session.send(LogCommand.flushPage) }
            session.send(LogCommand.stop)
            try await session.flush()
            if let last = session.state.logged.indices.last {
                session.state.logged[last].end =
                    session.state.logged[last].end ?? client.timers.now
                client.samples.markSamples(session.board)
            }
            return try await session.settle()
        }
    }
}
