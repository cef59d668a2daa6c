import Bluetooth

/// The requests that a board may refuse (Core Vol 3, Part F, 3.4.1.1): not Exchange MTU, which every
/// server grants.
enum AttributeRequests {
    static let all = AttributeOpcode.allCases.filter {
        $0.isRequest && $0 != .exchangeMTURequest
    }.map(\.rawValue)
}
