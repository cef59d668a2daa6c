package import Simulation

/// The magnetometer BMM150: repetitions average its noise and take time; its compensated output
/// counts 1/16 µT (BST-BMM150-DS001).
package final class BMM150 {
    /// µT on x and y, and on z; beyond it an axis overflows.
    package static let (rangeXY, rangeZ) = (1300.0, 2500.0)
    /// µT a step of the converter: 13 bits over the range of x and y, 15 over that of z. In 1/16 µT
    /// that is 5 or 6 and 2 or 3, as recordings of boards show (protocol, real boards 4).
    package static let (stepXY, stepZ) = (2 * rangeXY / 8192, 2 * rangeZ / 32768)
    /// The output of an axis that overflowed.
    package static let overflow = Int16.min

    /// Truth in, µT out; it has the faults of every sensor.
    package let sensor: TriaxialSensor
    private var last = RawSample.zero

    /// A specimen.
    package init(random: RandomStream) {
        sensor = TriaxialSensor(.bmm150Magnetometer, random: random)
        configure(repetitionsXY: 1, repetitionsZ: 1)
    }

    /// The duration of a measurement: 145 µs a repetition of x and y, 500 µs one of z, and 980 µs
    /// (4.2.4, the maximum output rate in normal mode).
    package static func measurementTime(repetitionsXY: Int, repetitionsZ: Int) -> Nanoseconds {
        .microseconds(Int64(145 * repetitionsXY + 500 * repetitionsZ + 980))
    }

    /// Sets the number of repetitions in a measurement.
    package func configure(repetitionsXY: Int, repetitionsZ: Int) {
        let time = Self.measurementTime(repetitionsXY: repetitionsXY, repetitionsZ: repetitionsZ)
        // The sensor measures within the measurement time, not between two measurements.
        let rate = 1 / time.seconds
        sensor.configure(
            .init(
                outputRate: rate, fullScale: .infinity, countsPerUnit: 16,
                noiseDensity: Self.noise(repetitionsXY) / (rate / 2).squareRoot(),
                noiseDensityZ: Self.noise(repetitionsZ) / (rate / 2).squareRoot()))
    }

    /// Root mean square in µT: 1.0, 0.6, 0.5 and 0.3 in the four presets (table of the presets),
    /// which is 1 µT at three repetitions and the square root of their number.
    static func noise(_ repetitions: Int) -> Double {
        (3 / Double(max(1, repetitions))).squareRoot()
    }

    /// The compensated output at `time`.
    package func sample(
        _ body: any Body, _ environment: any Environment, at time: Instant
    ) -> RawSample {
        if sensor.isStuck { return last }
        let field = sensor.measure(body, environment, at: time)
        let sample = RawSample(
            count(field.x, Self.rangeXY, Self.stepXY),
            count(field.y, Self.rangeXY, Self.stepXY), count(field.z, Self.rangeZ, Self.stepZ))
        last = sample
        return sample
    }

    private func count(_ field: Double, _ range: Double, _ step: Double) -> Int16 {
        guard field.magnitude <= range else { return Self.overflow }
        let steps = sensor.isIdeal ? field : (field / step).rounded() * step
        // The output ends at 2048 µT, below the range of z.
        return Int16(min(max((steps * 16).rounded(), -32767), 32767))
    }
}
