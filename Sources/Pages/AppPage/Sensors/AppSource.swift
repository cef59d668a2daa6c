internal import Foundation
internal import MetaWear
internal import MetaWearPersistence

/// A sensor that is set up, whatever its samples are: what streams, logs and decodes it.
protocol AppSource: Sendable {
    associatedtype Value: MWPersistable

    /// Starts to stream; the result takes the samples until the stream ends.
    func open(_ device: MetaWearDevice) async throws -> SampleFeed
    /// Stops to stream.
    func close(_ device: MetaWearDevice) async throws
    /// Has the board log it.
    ///
    /// - Returns: what the board uses for a polled value; nil for a sensor.
    func startLog(_ device: MetaWearDevice) async throws -> MWPolledLoggerHandles?
    /// How many of its samples come in one packet.
    var samplesPerPacket: Int { get }
    /// How many loggers it takes.
    var loggers: Int { get }
    /// Ends the log.
    func stopLog(_ device: MetaWearDevice, _ handles: MWPolledLoggerHandles?) async throws
    /// Stops what another program has started, so that nothing is left that uses power.
    func silence(_ device: MetaWearDevice) async throws
    /// Finds its loggers among those of the board.
    func recover(_ device: MetaWearDevice, _ loggers: [ActiveLogger]) async throws
    /// Its samples among the entries of a log.
    func decode(
        _ device: MetaWearDevice, _ entries: [RawLogEntry]
    ) async throws -> [MWLoggedSample<Value>]
}

/// Takes the samples of a stream until it ends.
typealias SampleFeed =
    @Sendable (_ take: @escaping @Sendable (FlatSample) -> Void) async throws -> Void

/// A sample as numbers.
struct FlatSample: Sendable, Equatable {
    /// When it arrived.
    var time: Date
    var values: SIMD4<Float>
    var accuracy: UInt8 = 0

    init(_ value: some MWPersistable, at time: Date) {
        let numbers = value.persistenceValues
        self.time = time
        values = [numbers.f0, numbers.f1, numbers.f2, numbers.f3]
        accuracy = numbers.accuracy
    }

    /// The sample of these numbers.
    func value<Value: MWPersistable>(as type: Value.Type = Value.self) -> Value {
        .from(f0: values[0], f1: values[1], f2: values[2], f3: values[3], accuracy: accuracy)
    }

    /// One number for each of the axes; the accuracy is behind three numbers.
    func numbers(_ axes: [String]) -> [Float] {
        axes.enumerated().map { $1 == "accuracy" ? Float(accuracy) : values[$0] }
    }
}

/// A sensor that sends samples by itself.
struct SensorSource<Sensor: MWLoggable, Value: MWPersistable>: AppSource {
    let sensor: Sensor
    /// Whether the board sends three samples in a packet.
    var isPacked = false
    let convert: @Sendable (Sensor.Sample) -> Value

    var samplesPerPacket: Int { isPacked ? 3 : 1 }
    var loggers: Int { sensor.logDataChunks.count }

    func open(_ device: MetaWearDevice) async throws -> SampleFeed {
        let samples = try await device.startStream(sensor, usePacked: isPacked)
        let convert = convert
        return { take in
            for try await sample in samples {
                take(FlatSample(convert(sample.value), at: sample.time))
            }
        }
    }

    func close(_ device: MetaWearDevice) async throws { try await device.stopStreaming(sensor) }

    func startLog(_ device: MetaWearDevice) async throws -> MWPolledLoggerHandles? {
        try await device.startLogging(sensor)
        return nil
    }

    func stopLog(_ device: MetaWearDevice, _ handles: MWPolledLoggerHandles?) async throws {
        try await device.stopLogging(sensor)
    }

    func silence(_ device: MetaWearDevice) async throws {
        try await device.teardownSignalSource(sensor)
    }

    func recover(_ device: MetaWearDevice, _ loggers: [ActiveLogger]) async throws {
        try await device.recoverLoggers(for: sensor, using: loggers)
    }

    func decode(
        _ device: MetaWearDevice, _ entries: [RawLogEntry]
    ) async throws -> [MWLoggedSample<Value>] {
        try await device.decodeEntries(entries, for: sensor).map {
            MWLoggedSample(date: $0.date, tickMs: $0.tickMs, value: convert($0.value))
        }
    }
}

/// A value that is asked for again and again, by the host for a stream, by the board for a log.
struct PolledSource<Source: MWPolledLoggable & MWPollable>: AppSource
where Source.Sample == Float {
    typealias Value = Float

    let source: Source
    let period: Duration

    var samplesPerPacket: Int { 1 }
    var loggers: Int { source.logDataChunks.count }

    private var logger: MWPolledLogger<Source> {
        MWPolledLogger(
            readable: source, periodMs: UInt32(max(200, period / .milliseconds(1))))
    }

    func open(_ device: MetaWearDevice) async throws -> SampleFeed {
        // Fails here rather than in the feed.
        let first = try await device.read(source)
        let (source, period) = (source, period)
        return { take in
            take(FlatSample(first.value, at: first.time))
            try await Task.sleep(for: period)
            for try await sample in device.poll(source, every: period) {
                take(FlatSample(sample.value, at: sample.time))
            }
        }
    }

    func close(_ device: MetaWearDevice) async throws {}

    func startLog(_ device: MetaWearDevice) async throws -> MWPolledLoggerHandles? {
        try await device.startLogging(logger)
    }

    func stopLog(_ device: MetaWearDevice, _ handles: MWPolledLoggerHandles?) async throws {
        guard let handles else { return }
        try await device.stopLogging(logger, handles: handles)
    }

    func silence(_ device: MetaWearDevice) async throws {}

    func recover(_ device: MetaWearDevice, _ loggers: [ActiveLogger]) async throws {
        try await device.recoverLoggers(for: logger, using: loggers)
    }

    func decode(
        _ device: MetaWearDevice, _ entries: [RawLogEntry]
    ) async throws -> [MWLoggedSample<Float>] {
        try await device.decodeEntries(entries, for: logger)
    }
}

extension AppSensor {
    /// The sensor of a board as it is set up; nil if the board has none that the SDK knows.
    func signal(
        _ setup: SensorSetup, _ modules: [MWModule: MWModuleInfo]
    ) -> (any AppSource)? {
        func fusion<Sensor: FusionSensor & MWLoggable>(
            _ sensor: Sensor.Type
        ) -> (any AppSource)? where Sensor.Sample: MWPersistable {
            SensorChoice.fusionChip(of: modules).map { chip in
                let mode = SensorChoice.fusionMode(setup.mode ?? "ndof")
                return plain(Sensor(FusionConfiguration(mode: mode, chip: chip)))
            }
        }
        switch self {
        case .accelerometer:
            return modules[.accelerometer].flatMap { info in
                MWAccelerometer.make(
                    impl: info.implementation, odrHz: setup.rate,
                    rangeG: Float(setup.range ?? 4)
                ).map { plain($0, isPacked: $0.chip.hasPackedData(revision: info.revision)) }
            }
        case .gyroscope:
            return modules[.gyro].flatMap { info in
                MWGyroscope.make(
                    impl: info.implementation, odrHz: setup.rate,
                    rangeDPS: Float(setup.range ?? 1000)
                ).map { plain($0, isPacked: $0.chip.hasPackedData(revision: info.revision)) }
            }
        case .magnetometer:
            let rate = MWMagnetometer.ODR.allCases.min {
                abs($0.hz - setup.rate) < abs($1.hz - setup.rate)
            }
            return plain(
                MWMagnetometer(xyReps: 9, zReps: 15, odr: rate ?? .hz10),
                isPacked: (modules[.magnetometer]?.revision ?? 0) >= 1)
        case .barometer: return plain(barometer(setup, modules))
        case .temperature:
            return PolledSource(
                source: MWThermometer(channel: UInt8(clamping: setup.channel ?? 0)),
                period: .seconds(1 / setup.rate))
        case .humidity:
            return PolledSource(source: MWHumidity(), period: .seconds(1 / setup.rate))
        case .light:
            let rate = MWAmbientLight.MeasurementRate.allCases.min {
                abs(1000 / Double($0.milliseconds) - setup.rate)
                    < abs(1000 / Double($1.milliseconds) - setup.rate)
            }
            let light = MWAmbientLight(
                integrationTime: rate == .ms50 ? .ms50 : .ms100, measurementRate: rate ?? .ms100)
            return SensorSource(sensor: light) { MWAmbientLight.lux(from: $0) }
        case .quaternion: return fusion(MWSensorFusionQuaternion.self)
        case .euler: return fusion(MWSensorFusionEuler.self)
        case .gravity: return fusion(MWSensorFusionGravity.self)
        case .linearAcceleration: return fusion(MWSensorFusionLinearAcceleration.self)
        case .correctedAcceleration: return fusion(MWSensorFusionCorrectedAcc.self)
        case .correctedRotation: return fusion(MWSensorFusionCorrectedGyro.self)
        case .correctedMagneticField: return fusion(MWSensorFusionCorrectedMag.self)
        }
    }

    private func plain<Sensor: MWLoggable>(
        _ sensor: Sensor, isPacked: Bool = false
    ) -> any AppSource where Sensor.Sample: MWPersistable {
        SensorSource(sensor: sensor, isPacked: isPacked) { $0 }
    }

    private func barometer(
        _ setup: SensorSetup, _ modules: [MWModule: MWModuleInfo]
    ) -> MWBarometer {
        let standby = SensorChoice.pressureTimes.min {
            abs(SensorChoice.pressureRate($0) - setup.rate)
                < abs(SensorChoice.pressureRate($1) - setup.rate)
        }
        // The second kind has a chip with other codes.
        if modules[.barometer]?.implementation == 1 {
            let time = MWBarometer.BMEStandbyTime.allCases.first { $0.ms == standby }
            return MWBarometer(
                oversampling: .standard, iirFilter: .off, bmeStandbyTime: time ?? .ms125)
        }
        let time = MWBarometer.BMPStandbyTime.allCases.first { $0.ms == standby }
        return MWBarometer(standbyTime: time ?? .ms125)
    }
}
