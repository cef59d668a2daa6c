import Declaration
public import Simulation

extension Input {
    /// A quantity that goes to a value, at once or evenly over a time: `35 degC`, or
    /// `{to: 35 degC, over: 60 s}`.
    public struct Change<D: Dimension>: Section {
        public static var title: String { "change of \(D.name)" }
        public static var about: String { "A new value, reached at once or evenly over a time." }

        public var to = Quantity<D>(0)
        public var over = Nanoseconds.zero

        public static var keys: Keys<Self> {
            Keys(Self()) { keys in
                keys.required(\.to, "to", principal: true, "The new value.")
                keys.optional(
                    \.over, "over", in: .zero...Nanoseconds.longest,
                    "How long it takes to get there.")
            }
        }
    }

    /// The magnetic field goes to another, at once or evenly over a time.
    public struct FieldChange: Section {
        public static let title = "change of the magnetic field"
        public static let about = "Changes the magnetic field around the board."

        public var to = Triple<MagneticField>(0, 20, -44)
        public var over = Nanoseconds.zero

        public static let keys = Keys(Self()) { keys in
            keys.required(\.to, "to", principal: true, "The new field along east, north and up.")
            keys.optional(
                \.over, "over", in: .zero...Nanoseconds.longest, "How long it takes to get there.")
        }
    }
}
