public import Simulation

/// A three-axis accelerometer, gyroscope or magnetometer of one board: truth in, counts out.
///
/// The steps of each sample: truth (averaged over the output interval at the converter's rate when
/// the motion is fast) → scale, misalignment and offset of this specimen → white noise → low-pass →
/// saturation at the range → rounding to counts. Units: g, °/s or µT, by the specification's
/// quantity.
public final class TriaxialSensor {
    /// The firmware's settings: output rate, filter, range and resolution.
    public struct Configuration: Equatable, Sendable {
        /// Samples a second; clamped to 0.001 ... 1,000,000.
        public var outputRate: Double
        /// -3 dB of the chip's low-pass in Hz; nil or at least half the output rate: no filter.
        public var cutoff: Double?
        /// The largest magnitude that is not clipped, in units.
        public var fullScale: Double
        /// Counts a unit.
        public var countsPerUnit: Double
        /// White noise in unit/√Hz instead of the specification's, for modes with their own.
        public var noiseDensity: Double?
        /// The noise of the z axis, if it differs from x and y.
        public var noiseDensityZ: Double?

        /// A configuration; see the properties.
        public init(
            outputRate: Double, cutoff: Double? = nil, fullScale: Double, countsPerUnit: Double,
            noiseDensity: Double? = nil, noiseDensityZ: Double? = nil
        ) {
            self.outputRate = outputRate
            self.cutoff = cutoff
            self.fullScale = fullScale
            self.countsPerUnit = countsPerUnit
            self.noiseDensity = noiseDensity
            self.noiseDensityZ = noiseDensityZ
        }
    }

    /// The specification of the specimen.
    public let specification: TriaxialSensorSpecification
    /// The configuration in force.
    @exclusivity(unchecked) public private(set) var configuration: Configuration
    /// True for a perfect sensor: no error, no noise, no filter; the exact truth in counts.
    public var isIdeal: Bool {
        get { ideal }
        set { ideal = newValue }
    }
    /// A fault: the output stays at its last value.
    public var isStuck: Bool {
        get { stuck }
        set { stuck = newValue }
    }
    /// The value of the chip's offset registers, added to every sample, in units.
    public var compensation: Vector3 {
        get { ownCompensation }
        set { ownCompensation = newValue }
    }
    @exclusivity(unchecked) private var ownCompensation = Vector3.zero

    /// The offset of this specimen at 25 °C, in units.
    public var turnOnBias: Vector3 { errors.turnOnBias }

    // Private storage, so that the compiler sees that no access to it can overlap another.
    @exclusivity(unchecked) private var ideal = false
    @exclusivity(unchecked) private var stuck = false
    @exclusivity(unchecked) private var errors: SensorErrors
    @exclusivity(unchecked) private var last = RawSample.zero
    @exclusivity(unchecked) private var lowestAveraged = Double.infinity

    /// A specimen of the specification.
    ///
    /// `random` should be this sensor's own stream; name its purpose after board and sensor.
    public init(_ specification: TriaxialSensorSpecification, random: RandomStream) {
        self.specification = specification
        errors = SensorErrors(specification, random: random)
        configuration = Configuration(outputRate: 100, fullScale: .infinity, countsPerUnit: 1)
        configure(configuration)
    }

    /// Sets a new configuration, like a write to the chip's configuration register; the filter is
    /// reset.
    public func configure(_ configuration: Configuration) {
        let asked = configuration.outputRate
        let rate = asked > 1e-3 ? min(asked, 1e6) : 1e-3
        self.configuration = configuration
        self.configuration.outputRate = rate
        let noise = configuration.noiseDensity ?? specification.noiseDensity
        errors.configure(
            rate: rate, cutoff: configuration.cutoff,
            noiseDensity: Vector3(noise, noise, configuration.noiseDensityZ ?? noise),
            biasInstability: specification.biasInstability)
        lowestAveraged = specification.internalRate > rate ? rate * 0.25 : .infinity
    }

    /// The counts at `time`.
    public func sample(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> RawSample {
        if stuck { return last }
        let v = measure(body, environment, at: time)
        let (limit, counts) = (configuration.fullScale, configuration.countsPerUnit)
        let sample = RawSample(
            Self.count(v.x, limit, counts), Self.count(v.y, limit, counts),
            Self.count(v.z, limit, counts))
        last = sample
        return sample
    }

    /// The measurement at `time` in units, before range and rounding.
    @inline(__always)
    public func measure(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> Vector3 {
        if ideal { return truth(body, environment, at: time) }
        if errors.isDriftDue { errors.drift(temperature: environment.temperature(at: time)) }
        return errors.apply(to: averagedTruth(body, environment, at: time)) + ownCompensation
    }

    /// The output of a perfect sensor at `time`, in units.
    @inline(__always)
    public func truth(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> Vector3 {
        switch specification.quantity {
        case .acceleration:
            body.specificForce(at: time) * (1 / standardGravity)
        case .rotation:
            body.angularRate(at: time) * (180 / Double.pi)
        case .magneticField:
            body.orientation(at: time).unrotate(environment.magneticField(at: time))
        }
    }

    /// The truth after the converter's decimation: the mean over the output interval that ends at
    /// `time`, if the motion changes within it.
    private func averagedTruth(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> Vector3 {
        let bandwidth = body.bandwidth(at: time)
        guard bandwidth > lowestAveraged else { return truth(body, environment, at: time) }
        let rate = configuration.outputRate
        // Eight samples in a period of the fastest motion are enough for the mean.
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

    /// Saturation and rounding to the nearest count, ties to even.
    @inline(__always)
    private static func count(_ value: Double, _ limit: Double, _ scale: Double) -> Int16 {
        let inRange = value < limit ? (value > -limit ? value : -limit) : limit
        let scaled = inRange * scale
        let clamped = scaled < 32767 ? (scaled > -32768 ? scaled : -32768) : 32767
        // Adding it leaves the nearest integer in the low bits.
        let shifter = 0x1.8p52
        return Int16(truncatingIfNeeded: (clamped + shifter).bitPattern)
    }
}
