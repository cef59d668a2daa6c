internal import Wire

/// Why the cap did not answer a request.
public enum CapRefusal: Error, Sendable, Equatable {
    /// An unknown request.
    case unknown([UInt8])
    /// A stream at a rate that the sensor does not have, in Hz.
    case unsupportedRate(UInt16)
    /// A stream with a full scale that the sensor does not have, in g and °/s.
    case unsupportedScale(acceleration: UInt16, rotation: UInt16)
    /// A stream with unknown sensor flags: neither 01 nor 03.
    case unsupportedSensors(UInt8)
    /// An answer without a subscriber.
    case notSubscribed
}

extension CapRefusal: CustomStringConvertible {
    /// The text in the trace.
    public var description: String {
        switch self {
        case .unknown(let bytes): "ignored: \(Hex.text(bytes))"
        case .unsupportedRate(let hertz): "ignored: the sensor has no \(hertz) Hz"
        case .unsupportedScale(let acceleration, let rotation):
            "ignored: the sensor has no \(acceleration) g with \(rotation) deg/s"
        case .unsupportedSensors(let flags):
            "ignored: no stream of the sensors \(Hex.text([flags]))"
        case .notSubscribed: "the answer has no subscriber"
        }
    }
}
