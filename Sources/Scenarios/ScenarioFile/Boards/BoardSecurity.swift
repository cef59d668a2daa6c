import Declaration
import ScriptedClient
import YAML

/// What a board or declared peripheral takes of pairing.
package struct BoardSecurity: LocatedSection {
    package static let title = "security"
    package static let about = """
        Pairing and encryption. Real boards need neither; a client that must cope with both can \
        ask for them here.
        """
    package static let example = """
        security: {pairing: required, io: display, passkey: 123456}
        """

    /// Whether centrals may pair, or must.
    package enum Pairing: String, Choice {
        package static let title = "pairing"
        case refused, allowed, required
        package var about: String {
            switch self {
            case .refused: "Every pairing request is refused."
            case .allowed: "Who wants to may pair; nothing needs it."
            case .required:
                "Every value needs an encrypted link, authenticated if `io` is not `none`."
            }
        }
    }

    /// What the board can show and read; it decides how keys are agreed on.
    package enum InputOutput: String, Choice {
        package static let title = "io capability"
        case none, display, keyboard
        package var about: String {
            switch self {
            case .none: "Just Works: nobody is asked anything."
            case .display: "The board shows a passkey, which the central's user types."
            case .keyboard: "The central shows a passkey, which is typed into the board."
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

    package static let keys = Keys(Self()) { keys in
        keys.optional(
            \.pairing, "pairing", principal: true, "Whether centrals may pair, or must.")
        keys.optional(\.inputOutput, "io", "What the board can show and read.")
        keys.optional(
            \.passkey, "passkey", in: 0...999_999, otherwise: "made from the seed",
            "The passkey that the board shows, or that is typed into it; needs `io`.")
        keys.optional(
            \.secureConnections, "secure-connections", "Which generation of pairing is spoken.")
        keys.optional(
            \.bonding, "bonding",
            "Whether keys are kept for the next connection; with `--state`, for the next run too.")
        keys.optional(
            \.keySize, "key-size", in: 7...16, "The longest key that the board takes, in bytes.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if passkey != nil, inputOutput == .none {
            reader.fail(
                "`passkey` has no use without display or keyboard", at: mark,
                fix: "add `io: display`, or leave the passkey out")
        }
    }
}
