import Simulation

/// The errors of one specimen of a sensor: scale, misalignment, offset and their temperature drift,
/// flicker and white noise, and the delay of its low-pass.
struct SensorErrors {
    let turnOnBias: Vector3
    private let sensitivity: Matrix3
    private let biasPerKelvin: Vector3
    private let scalePerKelvin: Double

    private let normal = NormalDistribution.standard
    private var random: RandomStream
    private var filter: LowPassFilter?
    private var flicker: FlickerNoise
    private var noiseSigma = Vector3.zero
    /// The noise of each axis against the specification's.
    private let noisiness: Vector3

    /// The slowly changing part, updated every `driftPeriod` samples.
    private var gain = Matrix3.identity
    private var offset = Vector3.zero
    private var driftPeriod = 1
    private var untilDrift = 0

    /// How far the noise of an axis may be from the specification's, as a part of it: recordings of
    /// still boards differ by as much between axes.
    private static let noiseSpread = 0.2

    /// A specimen.
    init(_ s: TriaxialSensorSpecification, random stream: RandomStream) {
        random = stream
        turnOnBias = Self.spread(normal.vector(Vector3(1, 1, 1), &random), s, most: 6) * s.bias
        let scale =
            Self.spread(normal.vector(Vector3(1, 1, 1), &random), s, most: 5) * s.scaleError
        let upper = normal.vector(s.misalignment, &random)
        let lower = normal.vector(s.misalignment, &random)
        let share = normal.next(&random)
        let crosstalk = random.uniform() < 0.5 ? share * s.crosstalk : 0
        sensitivity = Matrix3(
            x: Vector3(1 + scale.x, upper.x, upper.y + crosstalk),
            y: Vector3(lower.x, 1 + scale.y, upper.z),
            z: Vector3(lower.y, lower.z, 1 + scale.z))
        biasPerKelvin = normal.vector(s.biasTemperatureCoefficient, &random)
        scalePerKelvin = normal.next(&random) * s.scaleTemperatureCoefficient
        var stream = random
        func factor() -> Double { 1 + Self.noiseSpread * (2 * stream.uniform() - 1) }
        let (x, y, z) = (factor(), factor(), factor())
        noisiness = Vector3(x, y, z)
        random = stream
        flicker = FlickerNoise(instability: 0, interval: 1, normal: normal, random: &random)
    }

    /// Normally distributed numbers, with the outliers of parts that nobody trims.
    private static func spread(
        _ x: Vector3, _ s: TriaxialSensorSpecification, most: Double
    ) -> Vector3 {
        guard s.isUntrimmed else { return x }
        func spread(_ x: Double) -> Double { min(max(x * (1 + x * x / 4), -most), most) }
        return Vector3(spread(x.x), spread(x.y), spread(x.z))
    }

    /// Sets output rate and filter; the filter is reset, the specimen stays the same.
    mutating func configure(
        rate: Double, cutoff: Double?, noiseDensity: Vector3, biasInstability: Double
    ) {
        filter = cutoff.flatMap { LowPassFilter(cutoff: $0, rate: rate) }
        noiseSigma =
            Vector3(
                noiseDensity.x * noisiness.x, noiseDensity.y * noisiness.y,
                noiseDensity.z * noisiness.z) * (rate / 2).squareRoot()
        driftPeriod = max(1, Int(min(rate * 0.25, 1e6)))
        untilDrift = 0
        flicker = FlickerNoise(
            instability: biasInstability, interval: Double(driftPeriod) / rate, normal: normal,
            random: &random)
    }

    /// Whether `drift` must be called before the next sample.
    var isDriftDue: Bool { untilDrift == 0 }

    /// Updates the slow errors: temperature and flicker.
    mutating func drift(temperature: Double) {
        untilDrift = driftPeriod
        let warmth = temperature - 25
        gain = sensitivity * (1 + scalePerKelvin * warmth)
        var stream = random
        offset = turnOnBias + biasPerKelvin * warmth + flicker.next(normal, &stream)
        random = stream
    }

    /// The measurement of `truth`.
    @inline(__always) mutating func apply(to truth: Vector3) -> Vector3 {
        untilDrift &-= 1
        var stream = random
        let noise = normal.vector(noiseSigma, &stream)
        random = stream
        let noisy = gain * truth + offset + noise
        return filter?.next(noisy) ?? noisy
    }
}
