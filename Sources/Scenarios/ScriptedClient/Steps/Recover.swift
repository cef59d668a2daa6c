import Declaration
import MetaWearTables
import Simulation

extension Step {
    /// Finds out what another client set up.
    package struct Recover: BoardStep {
        package var within: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self(), "recover") { keys in
            keys.about =
                "Reads back the loggers, their processors and the sensor ranges that an earlier"
                + " client configured, so that `download` can interpret the log. The signals are"
                + " named as in the C++ SDK: `acceleration:rss?id=0:average?id=1`."
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "The step fails if the last answer has not arrived after this long.")
        }

        /// What an earlier client set up, found out by reading (protocol, core 11).
        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await client.executor.limited(to: within, "not recovered within \(within.text)") {
                () async throws(StepFailure) in
                try await session.fetch([
                    .accelerometer, .gyro, .magnetometer, .sensorFusion, .logging, .dataProcessor,
                    .barometer, .ambientLight,
                ])
                try await session.readClock()
                return try await session.recoverSignals()
            }
        }
    }
}
