import CapProtocol
import Declaration
import MetaWearProtocol
import Simulation

extension Step {
    package struct StopStream: CapStep {
        package var signals: [SignalName] = []

        package static let keys = Keys(Self(), "stop-stream") { keys in
            keys.about = "Stops sensors and unsubscribes."
            keys.list(
                \.signals, "signals", count: 0...28, principal: true, otherwise: "all streams",
                "The signals.")
        }

        var ability: Ability? { nil }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let names = signals.map(\.text)
            let ending = session.recorders.filter {
                !$0.isStopped && (names.isEmpty || names.contains($0.signal))
            }
            let kept = session.recorders.filter { recorder in
                !recorder.isStopped && !ending.contains { $0 === recorder }
            }
            var others = kept.flatMap(\.source.units) + session.state.made.started
            // What the log needs goes on; motion sensors stop as they always did.
            others += session.state.made.logged.filter { $0 != .accelerometer && $0 != .gyroscope }
            for (i, recorder) in ending.enumerated() {
                let later = ending[(i + 1)...].flatMap(\.source.units)
                session.send(
                    (try? session.sensors.stop(recorder.source.units, beside: others + later)) ?? []
                )
                session.send(recorder.source.key.subscribe(false))
            }
            let failure = await flush(session)
            for recorder in ending { recorder.switchOff() }
            // What is on its way still arrives.
            try await client.executor.sleep(for: .milliseconds(300))
            for recorder in ending { recorder.stop() }
            if let failure { throw failure }
            return "\(ending.reduce(0) { $0 + $1.tally.received }) samples"
        }

        func onCap(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            guard let receiver = session.receiver else { return "0 samples" }
            session.send(toCap: CapCommand.stop) { receiver.end() }
            let failure = await flush(session)
            // What is on its way still arrives.
            try await client.executor.sleep(for: .milliseconds(300))
            receiver.close()
            if let failure { throw failure }
            return "\(receiver.acceleration.received) frames"
        }

        /// Streams are closed also when the link has ended; what failed is reported afterwards.
        private func flush(_ session: HostSession) async -> StepFailure? {
            do throws(StepFailure) {
                try await session.flush()
                return nil
            } catch {
                return error
            }
        }
    }
}
