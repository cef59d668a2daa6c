public import Simulation
public import YAML

extension Input {
    /// A quantity that goes to a value, at once or evenly over a time: `35 degC`, or
    /// `{to: 35 degC, over: 60 s}`.
    public struct Change<D: Dimension>: Section {
        public static var title: String { "change of \(D.name)" }
        public static var about: String { "A new value, reached at once or evenly over a time." }

        /// The new value.
        public var to = Quantity<D>(0)
        /// How long it takes to get there.
        public var over = Nanoseconds.zero
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.required(&to, "to", principal: true, "The new value.")
            keys.optional(
                &over, "over", in: .zero...Nanoseconds.longest, "How long it takes to get there.")
        }
    }

    /// The magnetic field goes to another, at once or evenly over a time.
    public struct FieldChange: Section {
        public static let title = "change of the magnetic field"
        public static let about = "Changes the magnetic field around the board."

        /// East, north, up.
        public var to = Triple<MagneticField>(0, 20, -44)
        /// How long it takes to get there.
        public var over = Nanoseconds.zero
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.required(&to, "to", principal: true, "The new field along east, north and up.")
            keys.optional(
                &over, "over", in: .zero...Nanoseconds.longest, "How long it takes to get there.")
        }
    }
}
