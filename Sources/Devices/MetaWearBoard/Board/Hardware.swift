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
    /// That of the chip with accelerometer and gyroscope.
    public let chipClock: ChipClock
    /// One random stream for the internal and external temperature sensors.
    var temperatureNoise: RandomStream

    /// True while the button is pressed.
    public internal(set) var isButtonPressed = false
    /// What the world drives each pin with; nil leaves it open.
    public internal(set) var pinVoltages: [Double?]
    /// The cell and its charger.
    public internal(set) var battery: BatteryDesign
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
        chip: InertialChip, battery: BatteryDesign, pins: Int, body: any Body,
        environment: any Environment, sensors: SensorQuality, chipFast: Double?,
        random: @escaping (String) -> RandomStream
    ) {
        self.random = random
        self.battery = battery
        self.body = body
        self.environment = environment
        quality = sensors
        chipClock =
            if let chipFast {
                ChipClock(fast: chipFast)
            } else if sensors == .realistic {
                ChipClock(random("chip clock"))
            } else {
                ChipClock(fast: 0)
            }
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
}

/// Whether sensors err as their datasheets say, or only quantize.
public enum SensorQuality: Sendable {
    /// With offset, noise, drift and the filter of the configured rate.
    case realistic
    /// The exact truth in counts.
    case ideal
}
