import Declaration
import ScriptedClient
import YAML

/// The pairing behaviour of a board or declared peripheral.
package struct BoardSecurity: LocatedSection {
    package static let example = """
        security: {pairing: required, io: display, passkey: 123456}
        """

    /// Whether centrals may or must pair.
    package enum Pairing: String, Choice {
        package static let title = "pairing"
        case refused, allowed, required
        package var about: String {
            switch self {
            case .refused: "Every pairing request is refused."
            case .allowed: "Centrals may pair, but nothing requires it."
            case .required:
                "Every value requires an encrypted link, authenticated unless `io` is `none`."
            }
        }
    }

    /// The board's input and output, which decide the pairing method.
    package enum InputOutput: String, Choice {
        package static let title = "io capability"
        case none, display, keyboard
        package var about: String {
            switch self {
            case .none: "Just Works, without a passkey."
            case .display: "The board shows a passkey, and the central's user types it."
            case .keyboard: "The central shows a passkey, and the user types it into the board."
            }
        }
    }

    package var pairing = Pairing.allowed
    package var inputOutput = InputOutput.none
    package var passkey: Int?
    package var secureConnections = SecureConnections.allowed
    package var bonding = true
    package var keySize = 16
    package var mark = Mark.start

    package init() {}

    package static let keys = Keys(Self(), "security") { keys in
        keys.about = """
            Pairing and encryption. Real boards require neither; use this to test a client that must \
            support both.
            """
        keys.optional(
            \.pairing, "pairing", principal: true, "Whether centrals may or must pair.")
        keys.optional(\.inputOutput, "io", "The board's input and output for passkeys.")
        keys.optional(
            \.passkey, "passkey", in: 0...999_999, otherwise: "derived from the seed",
            "The passkey that the board shows, or that is typed into it; requires `io`.")
        keys.optional(
            \.secureConnections, "secure-connections",
            "Whether LE Secure Connections or legacy pairing is used.")
        keys.optional(
            \.bonding, "bonding",
            "Whether keys are kept for the next connection and, with `--state`, for the next run.")
        keys.optional(
            \.keySize, "key-size", in: 7...16, "The longest key that the board accepts, in bytes.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if passkey != nil, inputOutput == .none {
            reader.fail(
                "`passkey` needs a display or a keyboard", at: mark,
                fix: "add `io: display`, or remove the passkey")
        }
    }
}
