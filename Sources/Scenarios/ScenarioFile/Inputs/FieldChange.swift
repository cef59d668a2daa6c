import Declaration
import Motion
import Simulation

extension Input {
    /// The magnetic field goes to another, at once or evenly over a time.
    package struct FieldChange: InputKind, Section {
        package static let key = "magnetic-field"
        package var to = Triple<MagneticField>(0, 20, -44)
        package var over = Nanoseconds.zero

        package static let keys = Keys(Self(), "change of the magnetic field") { keys in
            keys.about = "Changes the magnetic field around the board."
            keys.required(\.to, "to", principal: true, "The new field along east, north and up.")
            keys.optional(
                \.over, "over", in: .zero...Nanoseconds.longest, "How long it takes to get there.")
        }

        package var words: String { "bring a magnet near" }
        package var duration: Nanoseconds { over }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            run.environments[index].magneticField.ramp(
                to: Vector3(to), at: run.simulation.now, over: over)
        }
    }
}
