import Simulation

/// The output rates of the sensor that START takes (protocol, triki 1.4, real boards 5.1).
enum FrameRate: UInt16, CaseIterable {
    /// The sensor's 12.5 Hz, which the field cannot express.
    case hz12 = 12
    case hz26 = 26
    case hz52 = 52
    case hz104 = 104
    case hz208 = 208
    case hz416 = 416

    /// When frame `number` of a stream is due, from its start; the first has number 1.
    func time(of number: Int64) -> Nanoseconds {
        let (seconds, rest) = (number * 2).quotientAndRemainder(dividingBy: halves)
        return .seconds(seconds) + Nanoseconds(rest * 1_000_000_000 / halves)
    }

    /// The sensor's rate.
    var hertz: Double { Double(halves) / 2 }

    /// In halves of a hertz.
    private var halves: Int64 { self == .hz12 ? 25 : Int64(rawValue) * 2 }

    /// -3 dB of the gyroscope's second low-pass at this rate in Hz (AN5040, gyroscope bandwidth).
    var gyroscopeCutoff: Double {
        switch self {
        case .hz12: 4.3
        case .hz26: 8.3
        case .hz52: 16.6
        case .hz104: 33
        case .hz208: 66.8
        case .hz416: 135.9
        }
    }
}
