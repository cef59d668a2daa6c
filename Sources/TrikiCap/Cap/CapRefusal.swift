import Wire

/// How a request ended that the cap met with silence.
public enum CapRefusal: Error, Sendable, Equatable {
    /// None of the requests that are known.
    case unknown([UInt8])
    /// A stream at a rate that the sensor does not have, in Hz.
    case unsupportedRate(UInt16)
    /// An answer that went nowhere.
    case nobodyListens
}

extension CapRefusal: CustomStringConvertible {
    /// As the trace says it.
    public var description: String {
        switch self {
        case .unknown(let bytes): "ignored: \(Hex.text(bytes))"
        case .unsupportedRate(let hertz): "ignored: the sensor has no \(hertz) Hz"
        case .nobodyListens: "nobody listens to the answer"
        }
    }
}
