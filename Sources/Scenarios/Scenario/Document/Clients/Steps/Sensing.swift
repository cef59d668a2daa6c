import Declaration

extension Step {
    /// Starts sensors without a stream.
    public struct Start: Section {
        public static let title = "start"
        public static let about =
            "Configures and starts what signals need, without streaming them: for processors and"
            + " events that work on the board alone."

        public var signals: [SignalName] = []

        public static let keys = Keys(Self()) { keys in
            keys.list(\.signals, "signals", count: 1...28, principal: true, "Of which signals.")
        }
    }

    /// Stops sensors.
    public struct Stop: Section {
        public static let title = "stop"
        public static let about = "Stops what signals need, unless a stream needs it too."

        public var signals: [SignalName] = []

        public static let keys = Keys(Self()) { keys in
            keys.list(\.signals, "signals", count: 1...28, principal: true, "Of which signals.")
        }
    }

    /// Takes the present heading as north.
    public struct ResetOrientation: Section {
        public static let title = "reset-orientation"
        public static let about = "Has the sensor fusion take the present heading as its zero."

        public static let keys = Keys(Self())
    }

    public struct WriteCalibration: Section {
        public static let title = "write-calibration"
        public static let about =
            "Writes back the calibration data that `read: calibration-data` got, for the sensors"
            + " that the mode uses; it counts from the next change of mode on."

        public static let keys = Keys(Self())
    }
}
