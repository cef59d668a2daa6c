import Declaration
import Pairing

/// Which generation of pairing is spoken.
package enum SecureConnections: String, Choice {
    package static let title = "secure connections"
    case refused, allowed, required
    package var about: String {
        switch self {
        case .refused: "Legacy pairing only."
        case .allowed: "Secure Connections with who can, legacy pairing with the others."
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
