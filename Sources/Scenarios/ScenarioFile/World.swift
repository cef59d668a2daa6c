import Declaration
import Motion
import YAML

package struct World: LocatedSection {
    package static let example = """
        world:
          temperature: 31 degC
          altitude: 1200 m
          light: 20 klx
          floor: office
        """

    package var temperature: Quantity<Temperature> = .celsius(22)
    package var pressure: Quantity<Pressure>?
    package var altitude: Quantity<Length>?
    package var light: Quantity<Illuminance> = .lux(300)
    package var lightColour = LightColour.daylight
    package var nearestObject: Quantity<Length>?
    package var humidity: Quantity<Ratio> = .percent(45)
    package var magneticField = Triple<MagneticField>(0, 20, -44)
    package var floor = FloorKind.still
    package var distance: Quantity<Length> = .metres(1)
    package var rssiAtOneMetre: Quantity<Power> = .dBm(-55)
    package var radio = RadioSettings()
    package var mark = Mark.start

    package init() {}

    package static let keys = Keys(Self(), "world") { keys in
        keys.about = "What surrounds the boards until an input changes it."
        keys.optional(
            \.temperature, "temperature", in: Input.AirTemperature.limits,
            "The temperature of the air, and of a board that has been in it for a while.")
        keys.optional(
            \.pressure, "pressure", in: Input.AirPressure.limits,
            otherwise: "1013.25 hPa", "The air pressure.")
        keys.optional(
            \.altitude, "altitude", in: Input.Altitude.limits,
            "The height above sea level in the standard atmosphere, instead of `pressure`.")
        keys.optional(
            \.light, "light", in: Input.Light.limits,
            "The light that falls on the front of the board.")
        keys.optional(\.lightColour, "light-colour", "The light source.")
        keys.optional(
            \.nearestObject, "nearest-object", in: Input.NearestObject.limits,
            otherwise: "nothing is near",
            "The distance from the front of the board to the nearest object.")
        keys.optional(
            \.humidity, "humidity", in: Input.AirHumidity.limits, "Relative humidity.")
        keys.optional(
            \.magneticField, "magnetic-field",
            "The field along east, north and up; the default is that of central Europe.")
        keys.optional(
            \.floor, "floor", "What boards lie on while they rest; all of them on the same.")
        keys.optional(
            \.distance, "distance", in: .metres(0.01)...(.metres(1000)),
            "The distance from the clients to a board without a `distance` of its own.")
        keys.optional(
            \.rssiAtOneMetre, "rssi-at-one-metre", in: .dBm(-100)...(.dBm(0)),
            "Signal strength at one metre, at a transmit power of 0 dBm.")
        keys.optional(
            \.radio, "radio", otherwise: "no extensions", "The capabilities of the boards' radios.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if pressure != nil, altitude != nil {
            reader.fail(
                "`pressure` and `altitude` are both given", at: mark, fix: "remove one of them")
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
    /// The surroundings described by a scenario's world.
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

/// What boards lie on.
package enum FloorKind: String, Choice {
    package static let title = "floor"
    case still, office

    package var about: String {
        switch self {
        case .still: "Nothing moves."
        case .office: "It vibrates as in a building, at 7 to 10 Hz by 2 to 3 mg, in bursts."
        }
    }
}

/// A light source, which decides the colour of the light.
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
