public import Motion
internal import Simulation

/// What is soldered or wired to the board: it survives every reset.
public final class Hardware {
    /// The body that it is attached to.
    public let body: any Body
    /// Its surroundings.
    public let environment: any Environment
    /// Truth in, counts out.
    public let accelerometer: TriaxialSensor
    /// Truth in, counts out.
    public let gyroscope: TriaxialSensor
    /// A fault: the thermometers repeat their last value.
    package var isThermometerStuck = false
    var lastTemperatures: [UInt8: Double] = [:]
    /// Whether its sensors have errors.
    public let quality: SensorQuality
    /// The clock of the chip with accelerometer and gyroscope.
    package let chipClock: ChipClock
    /// One random stream for the internal and external temperature sensors.
    var temperatureNoise: RandomStream

    /// True while the button is pressed.
    package internal(set) var isButtonPressed = false
    /// The voltages that the world applies to the pins; nil leaves a pin open.
    package internal(set) var pinVoltages: [Double?]
    /// The cell and its charger.
    public internal(set) var battery: BatteryDesign
    /// Charge of the battery, 0 to 100 %.
    package internal(set) var batteryLevel: Double = 100
    /// The battery voltage that a scenario has set, in millivolts; nil lets it follow from the
    /// level.
    var scriptedMillivolts: UInt16?
    /// True while the charger supplies the board.
    package internal(set) var isChargerConnected = false

    /// The devices on its I2C and SPI buses.
    public internal(set) var bus = Bus()

    /// Other chips on the board, made when their module first needs them.
    private var parts: [ObjectIdentifier: AnyObject] = [:]
    /// The randomness of this specimen, one stream for each purpose.
    private let random: (String) -> RandomStream

    /// The chip of a type that a module drives: one for the life of the board, across resets.
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
        chip: InertialUnit, battery: BatteryDesign, pins: Int, body: any Body,
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

    /// The charger charges the battery while it is connected and the battery is not full.
    var isCharging: Bool { isChargerConnected && batteryLevel < 100 }
}

/// Whether sensors have the errors of their datasheets, or only quantize.
public enum SensorQuality: Sendable {
    /// With offset, noise, drift and the filter of the configured rate.
    case realistic
    /// The exact truth in counts.
    case ideal
}
