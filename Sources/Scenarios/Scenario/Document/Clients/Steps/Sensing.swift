import Declaration

extension Step {
    /// Starts sensors without a stream.
    package struct Start: Section {
        package static let title = "start"
        package static let about =
            "Configures and starts what signals need, without streaming them: for processors and"
            + " events that work on the board alone."

        package var signals: [SignalName] = []

        package static let keys = Keys(Self()) { keys in
            keys.list(\.signals, "signals", count: 1...28, principal: true, "Of which signals.")
        }
    }

    /// Stops sensors.
    package struct Stop: Section {
        package static let title = "stop"
        package static let about = "Stops what signals need, unless a stream needs it too."

        package var signals: [SignalName] = []

        package static let keys = Keys(Self()) { keys in
            keys.list(\.signals, "signals", count: 1...28, principal: true, "Of which signals.")
        }
    }

    /// Takes the present heading as north.
    package struct ResetOrientation: Section {
        package static let title = "reset-orientation"
        package static let about = "Has the sensor fusion take the present heading as its zero."

        package static let keys = Keys(Self())
    }

    package struct WriteCalibration: Section {
        package static let title = "write-calibration"
        package static let about =
            "Writes back the calibration data that `read: calibration-data` got, for the sensors"
            + " that the mode uses; it counts from the next change of mode on."

        package static let keys = Keys(Self())
    }
}
