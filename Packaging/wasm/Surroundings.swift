import Motion
import Simulation

/// A change of what surrounds a board: `{"temperature": {"to": "35 degC", "over": "60 s"}}`.
struct Surroundings {
    static let keys = [
        "temperature", "pressure", "altitude", "light", "light-colour", "nearest-object",
        "humidity", "magnetic-field",
    ]
    private static let colours = ["candle", "incandescent", "fluorescent", "daylight", "shade"]
    private static let kelvin = [1_900.0, 2_700, 4_000, 5_500, 7_500]

    private let key: String
    private var value = 0.0
    private var field = Vector3.zero
    private var over = Nanoseconds.zero

    init(_ key: String, _ part: Part) throws(Wrong) {
        self.key = key
        if key == "light-colour" {
            let colour = try part.choice(Self.colours, "colour of light")
            value = Self.kelvin[Self.colours.firstIndex(of: colour) ?? 3]
            return
        }
        let fields = try Fields(part, ["to", "over"], principal: "to", "change of \(key)")
        over = try fields.duration("over", .zero...Dimension.longest, otherwise: .zero)
        let to = try fields.required("to")
        switch key {
        case "temperature": value = try to.quantity(.temperature, -60...120)
        case "pressure": value = try to.quantity(.pressure, 100...1200) * 100
        case "altitude": value = try to.quantity(.length, -500...12_000)
        case "light": value = try to.quantity(.illuminance, 0...200_000)
        case "nearest-object": value = try to.quantity(.length, 0.001...1000)
        case "humidity": value = try to.quantity(.ratio, 0...100)
        default: field = try to.triple(.magneticField)
        }
    }

    func apply(to environment: SimpleEnvironment, at now: Instant) {
        switch key {
        case "temperature": environment.temperature.ramp(to: value, at: now, over: over)
        case "pressure":
            if environment.pressure == nil {
                environment.pressure = Course(environment.pressure(at: now))
            }
            environment.pressure?.ramp(to: value, at: now, over: over)
        case "altitude":
            environment.pressure = nil
            environment.altitude.ramp(to: value, at: now, over: over)
        case "light": environment.illuminance.ramp(to: value, at: now, over: over)
        case "light-colour": environment.lightColour.set(value, at: now)
        case "nearest-object":
            // An object that was not there before comes from far away.
            if environment.objectDistance == nil {
                environment.objectDistance = Course(over > .zero ? 10 : 0)
            }
            environment.objectDistance?.ramp(to: value, at: now, over: over)
        case "humidity": environment.humidity.ramp(to: value, at: now, over: over)
        default: environment.magneticField.ramp(to: field, at: now, over: over)
        }
    }
}
