import Declaration
import Motion
import YAML

package struct World: LocatedSection {
    package static let title = "world"
    package static let about = "What surrounds the boards until an input changes it."
    package static let example = """
        world:
          temperature: 31 degC
          altitude: 1200 m
          light: 20 klx
        """

    package var temperature: Quantity<Temperature> = .celsius(22)
    package var pressure: Quantity<Pressure>?
    package var altitude: Quantity<Length>?
    package var light: Quantity<Illuminance> = .lux(300)
    package var lightColour = LightColour.daylight
    package var nearestObject: Quantity<Length>?
    package var humidity: Quantity<Ratio> = .percent(45)
    package var magneticField = Triple<MagneticField>(0, 20, -44)
    package var distance: Quantity<Length> = .metres(1)
    package var rssiAtOneMetre: Quantity<Power> = .dBm(-55)
    package var radio = RadioSettings()
    package var mark = Mark.start

    package init() {}

    package static let keys = Keys(Self()) { keys in
        keys.optional(
            \.temperature, "temperature", in: .celsius(-60)...(.celsius(120)),
            "Of the air, and of a board that has been in it for a while.")
        keys.optional(
            \.pressure, "pressure", in: .hectopascals(100)...(.hectopascals(1200)),
            otherwise: "1013.25 hPa", "Of the air.")
        keys.optional(
            \.altitude, "altitude", in: .metres(-500)...(.metres(12000)),
            "Instead of `pressure`: the height above the sea in the standard atmosphere.")
        keys.optional(
            \.light, "light", in: .lux(0)...(.lux(200_000)), "What falls on the board's face.")
        keys.optional(\.lightColour, "light-colour", "What the light comes from.")
        keys.optional(
            \.nearestObject, "nearest-object", in: .metres(0.001)...(.metres(1000)),
            otherwise: "nothing is near", "From the board's face to what is in front of it.")
        keys.optional(
            \.humidity, "humidity", in: .percent(0)...(.percent(100)), "Relative humidity.")
        keys.optional(
            \.magneticField, "magnetic-field",
            "Along east, north and up; the default is that of central Europe.")
        keys.optional(
            \.distance, "distance", in: .metres(0.01)...(.metres(1000)),
            "From the clients to a board that names no distance of its own.")
        keys.optional(
            \.rssiAtOneMetre, "rssi-at-one-metre", in: .dBm(-100)...(.dBm(0)),
            "Signal strength one metre away, at a transmit power of 0 dBm.")
        keys.optional(
            \.radio, "radio", otherwise: "no extensions", "What the boards' radios can do.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if pressure != nil, altitude != nil {
            reader.fail(
                "`pressure` and `altitude` are both given", at: mark, fix: "leave one of them out")
        }
    }
}

extension Vector3 {
    /// Microtesla, as a scenario writes it.
    init(_ field: Triple<MagneticField>) {
        self.init(field.x.microtesla, field.y.microtesla, field.z.microtesla)
    }
}

extension SimpleEnvironment {
    /// The surroundings that a scenario's world names.
    package convenience init(_ world: World) {
        self.init()
        temperature = Course(world.temperature.celsius)
        if let height = world.altitude {
            altitude = Course(height.metres)
        } else {
            pressure = Course(world.pressure?.pascals ?? 101_325)
        }
        illuminance = Course(world.light.lux)
        lightColour = Course(world.lightColour.kelvin)
        objectDistance = world.nearestObject.map { Course($0.metres) }
        humidity = Course(world.humidity.percent)
        magneticField = Course(Vector3(world.magneticField))
    }
}

/// What light comes from, which decides its colour.
package enum LightColour: String, Choice {
    package static let title = "colour of light"
    case candle, incandescent, fluorescent, daylight, shade

    package var about: String { "\(Int(kelvin)) K." }

    /// Its colour temperature.
    package var kelvin: Double {
        switch self {
        case .candle: 1_900
        case .incandescent: 2_700
        case .fluorescent: 4_000
        case .daylight: 5_500
        case .shade: 7_500
        }
    }
}
