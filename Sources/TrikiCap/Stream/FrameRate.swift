import Motion
import Simulation

/// The output rates of the sensor that START takes (protocol, triki 1.4).
enum FrameRate: UInt16, CaseIterable {
    case hz26 = 26
    case hz52 = 52
    case hz104 = 104
    case hz208 = 208
    case hz416 = 416

    /// When frame `number` of a stream is due, from its start; the first has number 1.
    func time(of number: Int64) -> Nanoseconds {
        let (seconds, rest) = number.quotientAndRemainder(dividingBy: Int64(rawValue))
        return .seconds(seconds) + Nanoseconds(rest * 1_000_000_000 / Int64(rawValue))
    }

    /// -3 dB of the gyroscope's second low-pass at this rate in Hz (AN5040, gyroscope bandwidth).
    var gyroscopeCutoff: Double {
        switch self {
        case .hz26: 8.3
        case .hz52: 16.6
        case .hz104: 33
        case .hz208: 66.8
        case .hz416: 135.9
        }
    }

    /// ±2000 °/s with 70 m°/s a count; the output saturates with its 16 bits.
    var gyroscope: TriaxialSensor.Configuration {
        TriaxialSensor.Configuration(
            outputRate: Double(rawValue), cutoff: gyroscopeCutoff, fullScale: .infinity,
            countsPerUnit: 1 / 0.070)
    }

    /// ±16 g with 2048 counts a g; the low-pass is at half the rate.
    var accelerometer: TriaxialSensor.Configuration {
        TriaxialSensor.Configuration(
            outputRate: Double(rawValue), fullScale: .infinity, countsPerUnit: 2048)
    }
}
