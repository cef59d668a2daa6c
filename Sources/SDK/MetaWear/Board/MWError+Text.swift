public import Foundation

extension Error {
    /// What the system said, for an error of a file; otherwise the error's own words.
    package var reason: String {
        let cause = (self as? CocoaError)?.underlying ?? self
        return (cause as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
            ?? cause.localizedDescription
    }
}

extension MWError: LocalizedError {
    /// For a person; of the two cases with a text, a fixed beginning and that text.
    public var errorDescription: String? {
        switch self {
        case .bluetoothUnsupported: "This machine has no Bluetooth Low Energy radio."
        case .bluetoothUnauthorized: "This program may not use Bluetooth."
        case .bluetoothPoweredOff: "Bluetooth is switched off."
        case .operationFailed(let text): "Operation failed: \(text)"
        case .invalidState(let text): "Invalid state: \(text)"
        case .timeout: "The board did not answer in time."
        }
    }
}
