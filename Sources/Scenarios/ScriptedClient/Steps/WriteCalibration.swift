import Declaration

extension Step {
    package struct WriteCalibration: BoardStep {
        package static let title = "write-calibration"
        package static let about =
            "Writes back the calibration data read with `read: calibration-data`, for the sensors"
            + " that"
            + " the mode uses. It takes effect at the next change of mode."

        package static let keys = Keys(Self())

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            let known = session.state.made.calibration
            guard !known.isEmpty else {
                return done(
                    .failure(
                        StepFailure("no calibration data was read: `read: {calibration-data: …}`"))
                )
            }
            let mode = session.state.configurations.fusion.mode
            var count = 0
            for (register, isUsed) in [
                (UInt8(0x0C), true), (0x0D, mode.usesGyroscope), (0x0E, mode.usesMagnetometer),
            ] where isUsed {
                guard let bytes = known[register] else { continue }
                session.send([0x19, register] + bytes)
                count += 1
            }
            session.settle(saying: "of \(count) sensors", done)
        }
    }
}
