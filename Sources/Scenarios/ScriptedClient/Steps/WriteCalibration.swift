import Declaration
import MetaWearProtocol

extension Step {
    package struct WriteCalibration: BoardStep {
        package static let keys = Keys(
            Self(), "write-calibration",
            about:
                "Writes back the calibration data read with `read: calibration-data`, for the"
                + " sensors that the mode uses. It takes effect at the next change of mode.")

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let known = session.state.made.calibration
            guard !known.isEmpty else {
                throw StepFailure("no calibration data was read: `read: {calibration-data: …}`")
            }
            let mode = session.state.configurations.fusion.mode.mode
            let packets = MWSensorFusionCalibrationData.writePackets(of: known, for: mode)
            session.send(packets)
            return try await session.settle(saying: "of \(packets.count) sensors")
        }
    }
}
