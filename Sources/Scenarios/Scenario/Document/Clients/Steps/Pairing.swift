import Declaration
import Simulation
import YAML

extension Step {
    package struct Pair: Section {
        package static let title = "pair"
        package static let about =
            "Makes keys with the board and encrypts the link; with the keys, later links of the run"
            + " are encrypted as soon as they are there."
        package static let example = "- pair: {io: keyboard, passkey: 314159}"

        /// What the client can show and read; with the board's it decides how keys are agreed on.
        package enum InputOutput: String, Choice {
            package static let title = "io capability of a client"
            case none, display
            case displayYesNo = "display-yes-no"
            case keyboard
            case keyboardDisplay = "keyboard-display"
            package var about: String {
                switch self {
                case .none: "Just Works: nobody is asked anything."
                case .display: "It shows passkeys and numbers."
                case .displayYesNo: "It shows them, and its user says whether numbers are equal."
                case .keyboard: "Its user types passkeys."
                case .keyboardDisplay: "It can do everything."
                }
            }
        }

        package var inputOutput = InputOutput.none
        package var passkey: Int?
        package var numbersAgree = true
        package var secureConnections = BoardSecurity.SecureConnections.allowed
        package var bonding = true
        package var keySize = 16
        package var within: Nanoseconds = .seconds(30)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.inputOutput, "io", principal: true, "What the client can show and read.")
            keys.optional(
                \.passkey, "passkey", in: 0...999_999, otherwise: "what the board shows",
                "The passkey that the client shows, or that is typed into it; needs `io`.")
            keys.optional(
                \.numbersAgree, "numbers-agree",
                "What the client's user says when both sides show a number.")
            keys.optional(
                \.secureConnections, "secure-connections", "Which generation of pairing is spoken.")
            keys.optional(
                \.bonding, "bonding", "Whether keys are kept for the next connection.")
            keys.optional(
                \.keySize, "key-size", in: 7...16,
                "The longest key that the client takes, in bytes.")
            keys.optional(
                \.within, "within", in: Step.waits,
                "After this long without the end of the pairing the step fails.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if passkey != nil, inputOutput == .none {
                reader.fail(
                    "`passkey` has no use without display or keyboard", at: mark,
                    mend: "add `io: keyboard`, or leave the passkey out")
            }
        }
    }
}
