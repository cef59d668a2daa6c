import Motion
internal import Simulation

/// A specimen of the BMP280 or BME280 with its errors. It survives every reset.
final class AirSensor {
    private var random: RandomStream
    private let normal = NormalDistribution.standard
    private let isIdeal: Bool
    /// This specimen's errors in pascal, degrees and percent, within the datasheets' accuracy.
    private let pressureOffset: Double
    private let temperatureOffset: Double
    private let humidityOffset: Double

    init(_ random: RandomStream, quality: SensorQuality) {
        var random = random
        isIdeal = quality == .ideal
        // ±1 hPa and ±0.5 °C at 25 °C (BST-BMP280-DS001, table 2); ±3 % (BST-BME280-DS002, 1.2).
        pressureOffset = (random.uniform() - 0.5) * 200
        temperatureOffset = (random.uniform() - 0.5)
        humidityOffset = (random.uniform() - 0.5) * 6
        self.random = random
    }

    static func of(_ board: MetaWearBoard) -> AirSensor {
        board.hardware.part(AirSensor.self, "air") {
            AirSensor($0, quality: board.hardware.quality)
        }
    }

    /// One conversion in pascal before the filter; the range is 300 to 1100 hPa.
    func pressure(_ truth: Double, celsius: Double, oversampling: AirOversampling) -> Double {
        var value = truth
        if !isIdeal {
            // 1.5 Pa/K (BST-BMP280-DS001, table 2).
            value +=
                pressureOffset + 1.5 * (celsius - 25) + oversampling.noise * normal.next(&random)
        }
        return min(max(value, 30_000), 110_000)
    }

    /// Rounds a pressure to the resolution of the chip's output register.
    func resolved(_ pressure: Double, _ oversampling: AirOversampling, isFiltered: Bool) -> Double {
        if isIdeal { return pressure }
        let step = isFiltered ? AirOversampling.finestStep : oversampling.step
        return (pressure / step).rounded() * step
    }

    /// One conversion in °C; the range is −40 to 85 °C.
    func temperature(_ truth: Double) -> Double {
        // 0.005 °C rms at the lowest oversampling (BST-BMP280-DS001, 3.6).
        let error = isIdeal ? 0 : temperatureOffset + 0.005 * normal.next(&random)
        return min(max(truth + error, -40), 85)
    }

    /// One conversion in percent.
    func humidity(_ truth: Double, samples: Double) -> Double {
        guard !isIdeal else { return truth }
        // 0.02 % rms at sixteen samples, and steps of 0.008 % (BST-BME280-DS002, 1.2).
        let noise = 0.02 * (16 / samples).squareRoot() * normal.next(&random)
        let value = ((truth + humidityOffset + noise) / 0.008).rounded() * 0.008
        return min(max(value, 0), 100)
    }
}

/// How many conversions the BMP280 or BME280 averages: a code of three bits.
struct AirOversampling: Equatable {
    /// 0 skips the measurement; 5 and the reserved codes above it are sixteen.
    var code: UInt8

    /// Conversions; 0 for none.
    var samples: Int { code == 0 ? 0 : 1 << (Int(min(code, 5)) - 1) }

    /// Pascal rms without filter: an eighth more than the data sheet's 3.3, 2.6, 2.1, 1.6 and 1.3
    /// (BST-BMP280-DS001, noise in pressure), because recordings of three boards show 1.9 to 2.9 at
    /// standard oversampling (protocol, real boards 4).
    var noise: Double { code == 0 ? 0 : [3.7, 2.9, 2.4, 1.8, 1.5][Int(min(code, 5)) - 1] }

    /// Pascal a step without filter (BST-BMP280-DS001, 3.3.1).
    var step: Double { code == 0 ? 1 : [2.62, 1.31, 0.66, 0.33, 0.16][Int(min(code, 5)) - 1] }

    /// Pascal a step of the filter's 20 bits.
    static let finestStep = 0.16
}
