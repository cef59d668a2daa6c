import Declaration
import Pairing

/// Whether LE Secure Connections or legacy pairing is used.
package enum SecureConnections: String, Choice {
    package static let title = "secure connections"
    case refused, allowed, required
    package var about: String {
        switch self {
        case .refused: "Only legacy pairing."
        case .allowed: "Secure Connections if the other side supports it, otherwise legacy pairing."
        case .required: "Legacy pairing is refused."
        }
    }

    /// The same for the Security Manager.
    package var options: SecurityOptions.SecureConnections {
        switch self {
        case .refused: .off
        case .allowed: .supported
        case .required: .only
        }
    }
}
