public import Simulation

/// Surroundings that a scenario scripts: each quantity is a course of steps and ramps that can be
/// added to while the run goes on.
public final class SimpleEnvironment: Environment {
    /// °C; 25 unless told.
    public var temperature = Course(25.0)
    /// Air pressure at the origin in pascal; nil: it follows from `altitude`.
    public var pressure: Course<Double>?
    /// Height of the origin above sea level in metres; 0 unless told.
    public var altitude = Course(0.0)
    /// Lux; 300, an office, unless told.
    public var illuminance = Course(300.0)
    /// Relative humidity in percent; 45 unless told.
    public var humidity = Course(45.0)
    /// µT in world axes (east, north, up); 48 µT dipping by 65°, central Europe, unless told.
    public var magneticField = Course(Vector3(0, 20, -43.5))
    /// Kelvin; 5500, daylight, unless told.
    public var lightColour = Course(5_500.0)
    /// Metres to the nearest thing in front of the board's face; nil, unless told, for nothing.
    public var objectDistance: Course<Double>?
    /// µS; 5, skin at rest, unless told.
    public var skinConductance = Course(5.0)
    /// The body whose height above the origin thins the air, if any.
    public var body: (any Body)?

    /// The default surroundings.
    public init() {}

    /// °C.
    public func temperature(at time: Instant) -> Double { temperature.value(at: time) }

    /// The scripted pressure or that of the standard atmosphere, less what the body's height
    /// takes away.
    public func pressure(at time: Instant) -> Double {
        let ground = altitude.value(at: time)
        let height = body?.kinematics(at: time).position.z ?? 0
        guard let base = pressure?.value(at: time) else {
            return Self.standardPressure(altitude: ground + height)
        }
        if height == 0 { return base }
        return base * Self.standardPressure(altitude: ground + height)
            / Self.standardPressure(altitude: ground)
    }

    /// Lux.
    public func illuminance(at time: Instant) -> Double { illuminance.value(at: time) }

    /// Percent, kept within 0 to 100.
    public func humidity(at time: Instant) -> Double {
        max(0, min(100, humidity.value(at: time)))
    }

    /// µT, world axes.
    public func magneticField(at time: Instant) -> Vector3 { magneticField.value(at: time) }

    /// Kelvin.
    public func lightColour(at time: Instant) -> Double { lightColour.value(at: time) }

    /// Metres, not negative; infinite for nothing.
    public func objectDistance(at time: Instant) -> Double {
        max(0, objectDistance?.value(at: time) ?? .infinity)
    }

    /// µS, not negative.
    public func skinConductance(at time: Instant) -> Double {
        max(0, skinConductance.value(at: time))
    }

    /// Pascal at `altitude` metres above sea level in the troposphere (ISO 2533: 101,325 Pa,
    /// 288.15 K, 6.5 K/km).
    public static func standardPressure(altitude: Double) -> Double {
        let ratio = 1 - 0.0065 * altitude / 288.15
        return ratio > 0 ? 101_325 * Elementary.power(ratio, 5.255_88) : 0
    }
}
