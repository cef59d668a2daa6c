import Motion
internal import Simulation

/// The accelerometer as the chip's own feature engine samples it: the same part, with a filter of
/// its own, so that no feature disturbs the host's samples.
final class FeatureSampler {
    /// The engine's own path from the board's accelerometer.
    private final class Path {
        let sensor: TriaxialSensor
        init(_ sensor: TriaxialSensor) { self.sensor = sensor }
    }

    /// The engine's highest sample rate (BST-BMI270-DS000, features: 50 Hz).
    static let hertz = 50.0

    private let module: UInt8
    private let code: UInt8
    private let startUp: Nanoseconds
    /// Made when a feature first needs it.
    private var sensor: TriaxialSensor?
    private var setting: AccelerometerSetting?
    @exclusivity(unchecked) private var stream = SampleStream()

    /// - Parameters:
    ///   - code: of its events, among those of the module.
    ///   - startUp: from the first need of a sample to the first sample.
    init(module: UInt8, code: UInt8, startUp: Nanoseconds) {
        self.module = module
        self.code = code
        self.startUp = startUp
    }

    /// Samples a second: the engine's own, or the output rate if that is lower.
    private(set) var hertz = FeatureSampler.hertz

    /// Starts, stops or changes the sampling; nil stops it. The same setting again changes nothing.
    ///
    /// - Returns: whether it has restarted.
    func update(_ wanted: AccelerometerSetting?, on board: MetaWearBoard) -> Bool {
        guard wanted != setting else { return false }
        setting = wanted
        guard let wanted else {
            stream.restart(period: stream.period)
            return false
        }
        hertz = min(Self.hertz, wanted.hertz)
        stream.restart(period: board.hardware.chipClock.period(.seconds(1 / hertz)))
        AccelerometerSetting(
            hertz: hertz, cutoff: 0.405 * hertz, range: wanted.range,
            countsPerG: wanted.countsPerG
        ).apply(to: sensor(of: board.hardware))
        let first = board.firstSample(of: stream, after: board.now + startUp)
        board.schedule(module, code, stream.run, at: first)
        return true
    }

    private func sensor(of hardware: Hardware) -> TriaxialSensor {
        if let sensor { return sensor }
        let specification = hardware.accelerometer.specification
        // The same random stream as the accelerometer's own: the same offset, scale and
        // misalignment.
        let path = hardware.part(Path.self, "accelerometer") {
            Path(TriaxialSensor(specification, random: $0))
        }
        sensor = path.sensor
        return path.sensor
    }

    /// A sample in g, if the event is of this run; schedules the next one.
    func tick(_ run: UInt64, on board: MetaWearBoard) -> Vector3? {
        guard run == stream.run, let setting, let sensor else { return nil }
        let hardware = board.hardware
        sensor.isIdeal = hardware.accelerometer.isIdeal
        sensor.isStuck = hardware.accelerometer.isStuck
        sensor.compensation = hardware.accelerometer.compensation
        let sample = sensor.sample(hardware.body, hardware.environment, at: board.now)
        board.schedule(module, code, run, at: board.now + stream.period)
        return setting.g(sample)
    }
}
