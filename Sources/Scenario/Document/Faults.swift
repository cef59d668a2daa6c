public import Simulation

extension Fault {
    /// How long a fault may last.
    static let durations = Nanoseconds.milliseconds(1)...Nanoseconds.longest

    /// Nothing is heard of the board for a while; the link breaks by supervision time-out.
    public struct LinkLoss: Section {
        public static let title = "link-loss"
        public static let about =
            "No packet gets through for a while; the link breaks at its supervision timeout."

        public var duration: Nanoseconds = .seconds(10)

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.duration, "for", in: Fault.durations, principal: true,
                "How long nothing gets through.")
        }
    }

    /// The board goes away from the clients, or comes back.
    public struct RangeFault: Section {
        public static let title = "range"
        public static let about = "Moves the board away from the clients, or back."

        public var distance: Quantity<Length> = .metres(1)
        public var over = Nanoseconds.zero

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.distance, "distance", in: .metres(0.01)...(.metres(1000)), principal: true,
                "The new distance.")
            keys.optional(
                \.over, "over", in: .zero...Nanoseconds.longest, "How long it takes to get there.")
        }
    }

    /// Some packets are lost and sent again, so that data comes late.
    public struct Interference: Section {
        public static let title = "interference"
        public static let about =
            "Spoils a part of the packets: they are sent again, and come late."

        public var loss: Quantity<Ratio> = .percent(30)
        public var duration: Nanoseconds = .seconds(10)

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.loss, "loss", in: .percent(0)...(.percent(100)), "How many packets are spoilt.")
            keys.optional(\.duration, "for", in: Fault.durations, "How long.")
        }
    }

    /// The firmware starts anew, as after a watchdog.
    public struct ResetFault: Section {
        public static let title = "reset"
        public static let about = "The board resets, as after a crash of its firmware."

        public init() {}

        public static let keys = Keys(Self())
    }

    /// The supply fails: whatever had not reached a flash page is lost.
    public struct BrownOut: Section {
        public static let title = "brown-out"
        public static let about =
            "The supply fails for a while: the board is off, and keeps only what is in its flash."

        public var duration: Nanoseconds = .seconds(1)

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.duration, "for", in: Fault.durations, principal: true,
                "How long the board is without power.")
        }
    }

    /// A sensor repeats its last value.
    public struct StuckSensor: Section {
        public static let title = "stuck-sensor"
        public static let about = "A sensor goes on to repeat its last value."

        /// What can get stuck.
        public enum Sensor: String, Choice {
            public static let title = "sensor"
            case accelerometer, gyroscope, temperature
        }

        public var sensor = Sensor.accelerometer
        public var duration: Nanoseconds?

        public static let keys = Keys(Self()) { keys in
            keys.required(\.sensor, "sensor", principal: true, "Which sensor.")
            keys.optional(
                \.duration, "for", in: Fault.durations, otherwise: "for good", "How long.")
        }
    }

    /// The log's flash fills up at once.
    public struct FlashFull: Section {
        public static let title = "flash-full"
        public static let about = "Fills the log's flash with older entries at once."

        public var fraction: Quantity<Ratio> = .percent(100)

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.fraction, "fraction", in: .percent(0)...(.percent(100)), principal: true,
                "How full it is then.")
        }
    }
}
