public import Simulation

/// Scripted surroundings: each quantity is a course of steps and ramps that can be extended during
/// the run.
public final class SimpleEnvironment: Environment {
    /// °C; by default 25.
    public var temperature = Course(25.0)
    /// Air pressure at the origin in pascal; nil: it follows from `altitude`.
    public var pressure: Course<Double>?
    /// Height of the origin above sea level in metres; by default 0.
    public var altitude = Course(0.0)
    /// Lux; by default 300, an office.
    public var illuminance = Course(300.0)
    /// Relative humidity in percent; by default 45.
    public var humidity = Course(45.0)
    /// µT in world axes (east, north, up); by default 48 µT dipping by 65°, central Europe.
    public var magneticField = Course(Vector3(0, 20, -43.5)) {
        didSet { fieldUntil = .min }
    }
    /// Kelvin; by default 5500, daylight.
    public var lightColour = Course(5_500.0)
    /// Metres to the nearest object in front of the board's face; by default nil, for none.
    public var objectDistance: Course<Double>?
    /// µS; by default 5, skin at rest.
    public var skinConductance = Course(5.0)
    /// The body whose height above the origin lowers the pressure, if any.
    public var body: (any Body)?

    // The field that was read last, and how long it holds: a magnetometer reads it at every sample.
    @exclusivity(unchecked) private var field = Vector3.zero
    @exclusivity(unchecked) private var fieldFrom = Int64.max
    @exclusivity(unchecked) private var fieldUntil = Int64.min

    /// The default surroundings.
    public init() {}

    /// °C.
    public func temperature(at time: Instant) -> Double { temperature.value(at: time) }

    /// The scripted pressure or that of the standard atmosphere, reduced for the body's height.
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
    public func magneticField(at time: Instant) -> Vector3 {
        if time.nanoseconds < fieldFrom || time.nanoseconds >= fieldUntil {
            (field, fieldFrom, fieldUntil) = magneticField.steady(at: time)
        }
        return field
    }

    /// Kelvin.
    public func lightColour(at time: Instant) -> Double { lightColour.value(at: time) }

    /// Metres, not negative; infinite for no object.
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
