public import Motion
import Simulation

/// What is soldered to the board or wired to it: it outlives every reset.
public final class Hardware {
    /// What it is fixed to.
    public let body: any Body
    /// What surrounds it.
    public let environment: any Environment
    /// Truth in, counts out.
    public let accelerometer: TriaxialSensor
    /// Truth in, counts out.
    public let gyroscope: TriaxialSensor
    /// A fault: the thermometers repeat their last value.
    public var isThermometerStuck = false
    var lastTemperatures: [UInt8: Double] = [:]
    /// Whether its sensors err.
    public let quality: SensorQuality
    /// One random stream for the internal and external temperature sensors.
    var temperatureNoise: RandomStream

    /// True while the button is pressed.
    public internal(set) var isButtonPressed = false
    /// What the world drives each pin with; nil leaves it open.
    public internal(set) var pinVoltages: [Double?]
    /// Charge of the battery, 0 to 100 %.
    public internal(set) var batteryLevel: Double = 100
    /// What the battery's voltage is said to be, in millivolts; nil lets it follow from the level.
    var scriptedMillivolts: UInt16?
    /// True while the charger feeds the board.
    public internal(set) var isChargerConnected = false

    /// What hangs on its I2C and SPI buses.
    public internal(set) var bus = Bus()

    /// Other chips on the board, made when their module first asks.
    private var parts: [ObjectIdentifier: AnyObject] = [:]
    /// Chance of this specimen, one stream a purpose.
    private let random: (String) -> RandomStream

    /// The chip of a type that a module drives: one for the life of the board, over every reset.
    ///
    /// - Parameters:
    ///   - purpose: names its stream of chance.
    ///   - make: builds it the first time.
    func part<Part: AnyObject>(
        _ type: Part.Type = Part.self, _ purpose: String, make: (RandomStream) -> Part
    ) -> Part {
        let key = ObjectIdentifier(type)
        if let known = parts[key] as? Part { return known }
        let part = make(random(purpose))
        parts[key] = part
        return part
    }

    init(
        chip: InertialChip, pins: Int, body: any Body, environment: any Environment,
        sensors: SensorQuality, random: @escaping (String) -> RandomStream
    ) {
        self.random = random
        self.body = body
        self.environment = environment
        quality = sensors
        let specifications: (TriaxialSensorSpecification, TriaxialSensorSpecification) =
            switch chip {
            case .bmi160: (.bmi160Accelerometer, .bmi160Gyroscope)
            case .bmi270: (.bmi270Accelerometer, .bmi270Gyroscope)
            // No gyroscope: the module that would sample it is absent.
            case .bma255: (.bma255Accelerometer, .bmi160Gyroscope)
            case .mma8452q: (.mma8452qAccelerometer, .bmi160Gyroscope)
            }
        accelerometer = TriaxialSensor(
            specifications.0, random: random("accelerometer"))
        gyroscope = TriaxialSensor(
            specifications.1, random: random("gyroscope"))
        accelerometer.isIdeal = sensors == .ideal
        gyroscope.isIdeal = sensors == .ideal
        temperatureNoise = random("temperature")
        pinVoltages = Array(repeating: nil, count: pins)
        bus.attachOwn(chip)
    }

    /// The charger tops the battery up while it is connected and the battery is not full.
    var isCharging: Bool { isChargerConnected && batteryLevel < 100 }

    /// Battery voltage in millivolts from its charge: the open-circuit curve of a small lithium
    /// polymer cell, piecewise linear.
    var batteryMillivolts: UInt16 {
        if let scriptedMillivolts { return scriptedMillivolts }
        let curve: [(level: Double, volts: Double)] = [
            (0, 3.0), (5, 3.45), (20, 3.68), (50, 3.82), (80, 4.02), (100, 4.18),
        ]
        let level = min(max(batteryLevel, 0), 100)
        for (low, high) in zip(curve, curve.dropFirst()) where level <= high.level {
            let part = (level - low.level) / (high.level - low.level)
            let volts = low.volts + part * (high.volts - low.volts)
            return UInt16(((isCharging ? volts + 0.05 : volts) * 1000).rounded())
        }
        return 4180
    }
}

/// Whether sensors err as their datasheets say, or only quantize.
public enum SensorQuality: Sendable {
    /// With offset, noise, drift and the filter of the configured rate.
    case realistic
    /// The exact truth in counts.
    case ideal
}
