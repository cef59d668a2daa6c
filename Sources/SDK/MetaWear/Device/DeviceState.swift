/// What a device is doing.
public enum DeviceState: Equatable, Sendable {
    /// There is no link.
    case disconnected
    /// A link is being made, or the board is asked what it has.
    case connecting
    /// Connected, with nothing running.
    case idle
    /// At least one stream runs.
    case streaming
    /// The board records into its log.
    case logging
    /// The log is being read; 0 to 1.
    case downloading(progress: Double)
}

extension DeviceState {
    /// For messages.
    var text: String {
        switch self {
        case .disconnected: "disconnected"
        case .connecting: "connecting"
        case .idle: "idle"
        case .streaming: "streaming"
        case .logging: "logging"
        case .downloading: "downloading its log"
        }
    }
}
