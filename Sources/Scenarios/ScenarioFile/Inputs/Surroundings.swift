import Declaration
import Motion
import Simulation

extension Input {
    /// What changes the surroundings of a board.
    static let surroundings: [any InputKind.Type] = [
        AirTemperature.self, AirPressure.self, Altitude.self, Light.self, LightColour.self,
        NearestObject.self, AirHumidity.self, FieldChange.self,
    ]

    package struct AirTemperature: SurroundingsInput {
        package static let key = "temperature"
        package static let about = "Changes the air's temperature."
        static let limits: ClosedRange<Quantity<Temperature>> = .celsius(-60)...(.celsius(120))
        let change: Change<Self>
        package var words: String { "bring the air to \(change.to.text)" }

        func change(_ environment: SimpleEnvironment, at now: Instant) {
            environment.temperature.ramp(to: change.to.celsius, at: now, over: change.over)
        }
    }

    package struct AirPressure: SurroundingsInput {
        package static let key = "pressure"
        package static let about = "Changes the air pressure."
        static let limits: ClosedRange<Quantity<Pressure>> =
            .hectopascals(100)...(.hectopascals(1200))
        let change: Change<Self>
        package var words: String { "bring the air to \(change.to.text)" }

        func change(_ environment: SimpleEnvironment, at now: Instant) {
            if environment.pressure == nil {
                environment.pressure = Course(environment.pressure(at: now))
            }
            // In place: a copy of the course for each change would take ever longer.
            environment.pressure?.ramp(to: change.to.pascals, at: now, over: change.over)
        }
    }

    package struct Altitude: SurroundingsInput {
        package static let key = "altitude"
        package static let about = "Changes the air pressure to that at an altitude."
        static let limits: ClosedRange<Quantity<Length>> = .metres(-500)...(.metres(12000))
        let change: Change<Self>
        package var words: String { "move the board to \(change.to.text) above sea level" }

        func change(_ environment: SimpleEnvironment, at now: Instant) {
            environment.pressure = nil
            environment.altitude.ramp(to: change.to.metres, at: now, over: change.over)
        }
    }

    package struct Light: SurroundingsInput {
        package static let key = "light"
        package static let about = "Changes the light that falls on the front of the board."
        static let limits: ClosedRange<Quantity<Illuminance>> = .lux(0)...(.lux(200_000))
        let change: Change<Self>
        package var words: String { "light the board with \(change.to.text)" }

        func change(_ environment: SimpleEnvironment, at now: Instant) {
            environment.illuminance.ramp(to: change.to.lux, at: now, over: change.over)
        }
    }

    package struct NearestObject: SurroundingsInput {
        package static let key = "nearest-object"
        package static let about = "Moves the nearest object in front of the board."
        static let limits: ClosedRange<Quantity<Length>> = .metres(0.001)...(.metres(1000))
        let change: Change<Self>
        package var words: String { "hold something \(change.to.text) before the board's face" }

        func change(_ environment: SimpleEnvironment, at now: Instant) {
            // An object that was not there before comes from far away.
            if environment.objectDistance == nil {
                environment.objectDistance = Course(change.over > .zero ? 10 : 0)
            }
            environment.objectDistance?.ramp(to: change.to.metres, at: now, over: change.over)
        }
    }

    package struct AirHumidity: SurroundingsInput {
        package static let key = "humidity"
        package static let about = "Changes the relative humidity."
        static let limits: ClosedRange<Quantity<Ratio>> = .percent(0)...(.percent(100))
        let change: Change<Self>
        package var words: String { "set the humidity to \(change.to.text)" }

        func change(_ environment: SimpleEnvironment, at now: Instant) {
            environment.humidity.ramp(to: change.to.percent, at: now, over: change.over)
        }
    }

    /// The magnetic field changes, at once or gradually.
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

extension LightColour: InputKind {
    package static let key = "light-colour"
    package static let about = "Changes the light source."

    package var words: String { "light the board with \(rawValue)" }

    package func apply(to index: Int, in run: any ScenarioWorld) {
        run.environments[index].lightColour.set(kelvin, at: run.simulation.now)
    }
}
