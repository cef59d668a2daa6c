public import Simulation

/// A three-axis accelerometer, gyroscope or magnetometer of one board: truth in, counts out.
///
/// Each sample takes this road: truth (averaged over the output interval at the converter's rate
/// when the motion is fast) → scale, misalignment and offset of this part → white noise → low-pass
/// → saturation at the range → rounding to counts. Units: g, °/s or µT, by the specification's
/// quantity.
public final class TriaxialSensor {
    /// What the firmware sets: output rate, filter, range and resolution.
    public struct Configuration: Equatable, Sendable {
        /// Samples a second.
        public var outputRate: Double
        /// -3 dB of the chip's low-pass in Hz; nil or at least half the output rate: no filter.
        public var cutoff: Double?
        /// The largest magnitude that is not clipped, in units.
        public var fullScale: Double
        /// Counts a unit.
        public var countsPerUnit: Double
        /// White noise in unit/√Hz in place of the specification's, for modes with their own.
        public var noiseDensity: Double?

        /// A configuration; see the properties.
        public init(
            outputRate: Double, cutoff: Double? = nil, fullScale: Double, countsPerUnit: Double,
            noiseDensity: Double? = nil
        ) {
            self.outputRate = outputRate
            self.cutoff = cutoff
            self.fullScale = fullScale
            self.countsPerUnit = countsPerUnit
            self.noiseDensity = noiseDensity
        }
    }

    /// The figures it was drawn from.
    public let specification: TriaxialSensorSpecification
    /// The configuration in force.
    public private(set) var configuration: Configuration
    /// Perfect if true: no error, no noise, no filter; the exact truth in counts.
    public var isIdeal = false
    /// A fault: the output stays at its last value.
    public var isStuck = false

    /// What the chip's offset registers add to every sample, in units.
    public var compensation = Vector3.zero
    /// The offset of this part at 25 °C, in units.
    public let turnOnBias: Vector3

    private let normal = NormalDistribution.standard
    private let sensitivity: Matrix3
    private let biasPerKelvin: Vector3
    private let scalePerKelvin: Double
    private var random: RandomStream
    private var filter: LowPassFilter?
    private var flicker: FlickerNoise
    private var noiseSigma = 0.0
    private var subsamples = 1
    private var last = RawSample.zero

    /// The slowly changing part of the error, renewed every `driftPeriod` samples.
    private var gain = Matrix3.identity
    private var offset = Vector3.zero
    private var driftPeriod = 1
    private var untilDrift = 0

    /// Draws one part from the specification.
    ///
    /// `random` should be this sensor's own stream; name its purpose after board and sensor.
    public init(_ specification: TriaxialSensorSpecification, random: RandomStream) {
        self.specification = specification
        self.random = random
        let s = specification
        turnOnBias = normal.vector(s.bias, &self.random)
        let scale = normal.vector(s.scaleError, &self.random)
        let upper = normal.vector(s.misalignment, &self.random)
        let lower = normal.vector(s.misalignment, &self.random)
        sensitivity = Matrix3(
            x: Vector3(1 + scale.x, upper.x, upper.y),
            y: Vector3(lower.x, 1 + scale.y, upper.z),
            z: Vector3(lower.y, lower.z, 1 + scale.z))
        biasPerKelvin = normal.vector(s.biasTemperatureCoefficient, &self.random)
        scalePerKelvin = normal.next(&self.random) * s.scaleTemperatureCoefficient
        flicker = FlickerNoise(
            instability: 0, interval: 1, normal: normal, random: &self.random)
        configuration = Configuration(outputRate: 100, fullScale: .infinity, countsPerUnit: 1)
        configure(configuration)
    }

    /// Takes a new configuration, as a write to the chip's configuration register does; the
    /// filter starts afresh.
    public func configure(_ configuration: Configuration) {
        self.configuration = configuration
        let rate = configuration.outputRate > 1e-3 ? configuration.outputRate : 1e-3
        filter = configuration.cutoff.flatMap { LowPassFilter(cutoff: $0, rate: rate) }
        let density = configuration.noiseDensity ?? specification.noiseDensity
        noiseSigma = density * (rate / 2).squareRoot()
        driftPeriod = max(1, Int(min(rate * 0.25, 1e6)))
        untilDrift = 0
        flicker = FlickerNoise(
            instability: specification.biasInstability, interval: Double(driftPeriod) / rate,
            normal: normal, random: &random)
    }

    /// The counts at `time`.
    public func sample(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> RawSample {
        if isStuck { return last }
        let v = measure(body, environment, at: time)
        let (limit, counts) = (configuration.fullScale, configuration.countsPerUnit)
        last = RawSample(
            Self.count(v.x, limit, counts), Self.count(v.y, limit, counts),
            Self.count(v.z, limit, counts))
        return last
    }

    /// The measurement at `time` in units, before range and rounding.
    public func measure(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> Vector3 {
        if isIdeal { return truth(body, environment, at: time) }
        if untilDrift == 0 { drift(environment, at: time) }
        untilDrift -= 1
        let seen = gain * averagedTruth(body, environment, at: time)
        let noisy = seen + offset + compensation + normal.vector(noiseSigma, &random)
        return filter?.next(noisy) ?? noisy
    }

    /// What a perfect sensor would give at `time`, in units.
    public func truth(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> Vector3 {
        switch specification.quantity {
        case .acceleration:
            body.kinematics(at: time).specificForce * (1 / standardGravity)
        case .rotation:
            body.kinematics(at: time).angularRate * (180 / Double.pi)
        case .magneticField:
            body.kinematics(at: time).orientation.unrotate(environment.magneticField(at: time))
        }
    }

    /// The truth as the converter's decimation sees it: the mean over the output interval that
    /// ends at `time`, if the motion changes within it.
    private func averagedTruth(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> Vector3 {
        let rate = configuration.outputRate
        let bandwidth = body.bandwidth(at: time)
        guard bandwidth > rate * 0.25, specification.internalRate > rate else {
            return truth(body, environment, at: time)
        }
        // Eight looks a period of the fastest motion are enough to average it.
        let looks = min(specification.internalRate / rate, max(2, 8 * bandwidth / rate), 512)
        let count = Int64(looks.rounded(.up))
        let step = Nanoseconds.seconds(1 / (rate * Double(count))).count
        var sum = Vector3.zero
        for i in 0..<count {
            sum += truth(
                body, environment, at: Instant(nanoseconds: time.nanoseconds - i * step))
        }
        return sum * (1 / Double(count))
    }

    /// Renews what changes slowly: temperature and flicker.
    private func drift(_ environment: any Environment, at time: Instant) {
        untilDrift = driftPeriod
        let warmth = environment.temperature(at: time) - 25
        gain = sensitivity * (1 + scalePerKelvin * warmth)
        offset = turnOnBias + biasPerKelvin * warmth + flicker.next(normal, &random)
    }

    /// Saturation and rounding to the nearest count, ties to even.
    @inline(__always)
    private static func count(_ value: Double, _ limit: Double, _ scale: Double) -> Int16 {
        let inRange = value < limit ? (value > -limit ? value : -limit) : limit
        let scaled = inRange * scale
        let clamped = scaled < 32767 ? (scaled > -32768 ? scaled : -32768) : 32767
        let shifter = 0x1.8p52
        return Int16(truncatingIfNeeded: Int64(clamped + shifter - shifter))
    }
}
