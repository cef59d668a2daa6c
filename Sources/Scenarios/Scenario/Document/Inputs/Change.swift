import Declaration
import Simulation

extension Input {
    /// A quantity that goes to a value, at once or evenly over a time: `35 degC`, or
    /// `{to: 35 degC, over: 60 s}`.
    package struct Change<D: Dimension>: Section {
        package static var title: String { "change of \(D.name)" }
        package static var about: String { "A new value, reached at once or evenly over a time." }

        package var to = Quantity<D>(0)
        package var over = Nanoseconds.zero

        package static var keys: Keys<Self> {
            Keys(Self()) { keys in
                keys.required(\.to, "to", principal: true, "The new value.")
                keys.optional(
                    \.over, "over", in: .zero...Nanoseconds.longest,
                    "How long it takes to get there.")
            }
        }
    }

    /// The magnetic field goes to another, at once or evenly over a time.
    package struct FieldChange: Section {
        package static let title = "change of the magnetic field"
        package static let about = "Changes the magnetic field around the board."

        package var to = Triple<MagneticField>(0, 20, -44)
        package var over = Nanoseconds.zero

        package static let keys = Keys(Self()) { keys in
            keys.required(\.to, "to", principal: true, "The new field along east, north and up.")
            keys.optional(
                \.over, "over", in: .zero...Nanoseconds.longest, "How long it takes to get there.")
        }
    }
}
