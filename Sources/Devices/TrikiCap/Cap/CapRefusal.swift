import Wire

/// How a request ended that the cap met with silence.
public enum CapRefusal: Error, Sendable, Equatable {
    /// None of the requests that are known.
    case unknown([UInt8])
    /// A stream at a rate that the sensor does not have, in Hz.
    case unsupportedRate(UInt16)
    /// A stream with a full scale that the sensor does not have, in g and °/s.
    case unsupportedScale(acceleration: UInt16, rotation: UInt16)
    /// A stream of sensors that nobody asks for: neither 01 nor 03.
    case unsupportedSensors(UInt8)
    /// An answer that went nowhere.
    case nobodyListens
}

extension CapRefusal: CustomStringConvertible {
    /// As the trace says it.
    public var description: String {
        switch self {
        case .unknown(let bytes): "ignored: \(Hex.text(bytes))"
        case .unsupportedRate(let hertz): "ignored: the sensor has no \(hertz) Hz"
        case .unsupportedScale(let acceleration, let rotation):
            "ignored: the sensor has no \(acceleration) g with \(rotation) deg/s"
        case .unsupportedSensors(let flags):
            "ignored: no stream of the sensors \(Hex.text([flags]))"
        case .nobodyListens: "nobody listens to the answer"
        }
    }
}
