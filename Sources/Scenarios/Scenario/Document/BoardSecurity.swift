import Declaration
public import YAML

/// What a board or declared peripheral takes of pairing.
public struct BoardSecurity: LocatedSection {
    public static let title = "security"
    public static let about = """
        Pairing and encryption. Real boards need neither; a client that must cope with both can \
        ask for them here.
        """
    public static let example = """
        security: {pairing: required, io: display, passkey: 123456}
        """

    /// Whether centrals may pair, or must.
    public enum Pairing: String, Choice {
        public static let title = "pairing"
        case refused, allowed, required
        public var about: String {
            switch self {
            case .refused: "Every pairing request is refused."
            case .allowed: "Who wants to may pair; nothing needs it."
            case .required:
                "Every value needs an encrypted link, authenticated if `io` is not `none`."
            }
        }
    }

    /// What the board can show and read; it decides how keys are agreed on.
    public enum InputOutput: String, Choice {
        public static let title = "io capability"
        case none, display, keyboard
        public var about: String {
            switch self {
            case .none: "Just Works: nobody is asked anything."
            case .display: "The board shows a passkey, which the central's user types."
            case .keyboard: "The central shows a passkey, which is typed into the board."
            }
        }
    }

    /// Which generation of pairing is spoken.
    public enum SecureConnections: String, Choice {
        public static let title = "secure connections"
        case refused, allowed, required
        public var about: String {
            switch self {
            case .refused: "Legacy pairing only."
            case .allowed: "Secure Connections with who can, legacy pairing with the others."
            case .required: "Legacy pairing is refused."
            }
        }
    }

    public var pairing = Pairing.allowed
    public var inputOutput = InputOutput.none
    public var passkey: Int?
    public var secureConnections = SecureConnections.allowed
    public var bonding = true
    public var keySize = 16
    public var mark = Mark.start

    public init() {}

    public static let keys = Keys(Self()) { keys in
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

    public func check(_ reader: Reader, at mark: Mark) {
        if passkey != nil, inputOutput == .none {
            reader.fail(
                "`passkey` has no use without display or keyboard", at: mark,
                mend: "add `io: display`, or leave the passkey out")
        }
    }
}
