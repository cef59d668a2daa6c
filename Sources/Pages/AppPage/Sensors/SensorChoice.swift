internal import Foundation
internal import MetaWear

/// What a board offers for one sensor.
struct SensorChoice: Sendable {
    /// A thermometer.
    struct Channel: Sendable {
        let number: Int
        let title: String
        /// Whether it is the barometer's own: it measures only while that runs, and reads 0 °C until then.
        var needsBarometer = false
    }

    let sensor: AppSensor
    /// Samples per second, in ascending order.
    var rates: [Double]
    /// Full scales in the sensor's unit, in ascending order.
    var ranges: [Double] = []
    var channels: [Channel] = []
    var modes: [String] = []
    /// Before a person changes anything.
    var setup: SensorSetup

    /// A setup with each part replaced by the nearest one that the board has.
    func nearest(_ wish: SensorSetup) -> SensorSetup {
        func nearest(_ values: [Double], _ wish: Double?) -> Double? {
            wish.flatMap { wish in values.min { abs($0 - wish) < abs($1 - wish) } }
        }
        var setup = setup
        if let mode = wish.mode, modes.contains(mode) { setup.mode = mode }
        setup.rate = nearest(rates, wish.rate) ?? setup.rate
        setup.range = nearest(ranges, wish.range) ?? setup.range
        if let channel = wish.channel, channels.contains(where: { $0.number == channel }) {
            setup.channel = channel
        }
        if let mode = setup.mode { setup.rate = Self.fusionRate(mode) }
        return setup
    }

    /// Whether a channel of a stream is a thermometer that measures only while the barometer runs.
    func needsBarometer(_ channel: LiveChannel) -> Bool {
        channel.sensor == .temperature
            && channels.contains { $0.number == channel.setup.channel && $0.needsBarometer }
    }

    /// What a board has, in the order of ``AppSensor``.
    static func all(of modules: [MWModule: MWModuleInfo]) -> [SensorChoice] {
        AppSensor.allCases.compactMap { choice(for: $0, modules) }
    }

    /// Faster ones than a log can hold are not offered.
    private static let fastest = 800.0
    /// A board has a timer of its own for polled values; shorter periods than 200 ms crowd its link.
    private static let polledRates = [1.0 / 60, 0.1, 0.2, 0.5, 1, 2, 5]
    /// The measurement itself, beside the standby time.
    private static let pressureMeasurement = 12.0

    private static func choice(
        for sensor: AppSensor, _ modules: [MWModule: MWModuleInfo]
    ) -> SensorChoice? {
        func present(_ module: MWModule) -> MWModuleInfo? {
            modules[module].flatMap { $0.isPresent ? $0 : nil }
        }
        switch sensor {
        case .accelerometer:
            guard let info = present(.accelerometer),
                let known = MWAccelerometer.make(impl: info.implementation)
            else { return nil }
            return inertial(sensor, known.chip, SensorSetup(rate: 50, range: 4))
        case .gyroscope:
            guard let info = present(.gyro), let known = MWGyroscope.make(impl: info.implementation)
            else { return nil }
            return inertial(sensor, known.chip, SensorSetup(rate: 50, range: 1000))
        case .magnetometer:
            guard present(.magnetometer) != nil else { return nil }
            return SensorChoice(
                sensor: sensor, rates: MWMagnetometer.ODR.allCases.map(\.hz).sorted(),
                setup: SensorSetup(rate: 10))
        case .barometer:
            guard present(.barometer) != nil else { return nil }
            return SensorChoice(
                sensor: sensor, rates: pressureTimes.map(pressureRate).sorted(),
                setup: SensorSetup(rate: pressureRate(125)))
        case .temperature:
            guard let info = present(.temperature) else { return nil }
            let sources = info.extra.isEmpty ? [0] : info.extra
            return SensorChoice(
                sensor: sensor, rates: polledRates,
                channels: sources.enumerated().map { number, source in
                    Channel(
                        number: number, title: title(ofThermometer: source),
                        needsBarometer: MWThermometerSource(
                            rawValue: Int8(bitPattern: source)) == .bmp280)
                }, setup: SensorSetup(rate: 1, channel: 0))
        case .humidity:
            guard present(.humidity) != nil else { return nil }
            return SensorChoice(
                sensor: sensor, rates: polledRates, setup: SensorSetup(rate: 1))
        case .light:
            guard present(.ambientLight) != nil else { return nil }
            return SensorChoice(
                sensor: sensor,
                rates: MWAmbientLight.MeasurementRate.allCases
                    .map { 1000 / Double($0.milliseconds) }.sorted(),
                setup: SensorSetup(rate: 10))
        default:
            guard present(.sensorFusion) != nil, fusionChip(of: modules) != nil else { return nil }
            let modes = MWSensorFusionMode.allCases.filter { $0 != .sleep }.map { "\($0)" }
            return SensorChoice(
                sensor: sensor, rates: Set(modes.map(fusionRate)).sorted(), modes: modes,
                setup: SensorSetup(rate: 100, mode: "ndof"))
        }
    }

    private static func inertial(
        _ sensor: AppSensor, _ chip: InertialChip, _ setup: SensorSetup
    ) -> SensorChoice {
        SensorChoice(
            sensor: sensor, rates: chip.rates.map(\.value).filter { $0 <= fastest }.sorted(),
            ranges: chip.ranges.map(\.value).sorted(), setup: setup)
    }

    private static func title(ofThermometer source: UInt8) -> String {
        switch MWThermometerSource(rawValue: Int8(bitPattern: source)) {
        case .nrfDie: "Processor"
        case .extThermistor: "External thermistor"
        case .bmp280: "Pressure sensor"
        case .presetThermistor: "Thermistor on the board"
        default: "Source \(source)"
        }
    }

    // MARK: Words of the SDK

    /// Which chips the fusion stands on; nil if the SDK does not know them.
    static func fusionChip(of modules: [MWModule: MWModuleInfo]) -> MWSensorFusionChip? {
        modules[.gyro].flatMap { MWSensorFusionChip(gyroImpl: $0.implementation) }
            ?? modules[.accelerometer].flatMap {
                MWSensorFusionChip(accImpl: $0.implementation)
            }
    }

    static func fusionMode(_ name: String) -> MWSensorFusionMode {
        MWSensorFusionMode.allCases.first { "\($0)" == name } ?? .ndof
    }

    private static func fusionRate(_ mode: String) -> Double { fusionMode(mode).rate }

    /// Standby times in ms that both kinds of barometer have.
    static let pressureTimes = [62.5, 125, 250, 500, 1000]

    static func pressureRate(_ standby: Double) -> Double {
        (10_000 / (standby + pressureMeasurement)).rounded() / 10
    }
}
