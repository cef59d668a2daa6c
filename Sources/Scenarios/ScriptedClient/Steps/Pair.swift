import Central
import Declaration
import Pairing
import Peripheral
import Simulation
import YAML

extension Step {
    package struct Pair: BoardStep {
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
                case .none: "Just Works, without a passkey."
                case .display: "The client shows passkeys and numbers."
                case .displayYesNo:
                    "The client shows them, and its user confirms that numbers are equal."
                case .keyboard: "The client's user types passkeys."
                case .keyboardDisplay: "The client can do all of this."
                }
            }
        }

        package var inputOutput = InputOutput.none
        package var passkey: Int?
        package var numbersAgree = true
        package var secureConnections = SecureConnections.allowed
        package var bonding = true
        package var keySize = 16
        package var within: Nanoseconds = .seconds(30)

        package static let keys = Keys(Self(), "pair") { keys in
            keys.about =
                "Pairs with the board and encrypts the link. Later links of the run are encrypted"
                + " with the same keys as soon as they are established."
            keys.optional(
                \.inputOutput, "io", principal: true, "The client's input and output for passkeys.")
            keys.optional(
                \.passkey, "passkey", in: 0...999_999, otherwise: "what the board shows",
                "The passkey that the client shows, or that is typed into it; requires `io`.")
            keys.optional(
                \.numbersAgree, "numbers-agree",
                "Whether the client's user confirms the number that both sides show.")
            keys.optional(
                \.secureConnections, "secure-connections",
                "Whether LE Secure Connections or legacy pairing is used.")
            keys.optional(
                \.bonding, "bonding", "Whether keys are kept for the next connection.")
            keys.optional(
                \.keySize, "key-size", in: 7...16,
                "The longest key that the client accepts, in bytes.")
            keys.optional(
                \.within, "within", in: Step.waits,
                "The step fails if pairing has not finished after this long.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if passkey != nil, inputOutput == .none {
                reader.fail(
                    "`passkey` needs a display or a keyboard", at: mark,
                    fix: "add `io: keyboard`, or remove the passkey")
            }
        }

        var ability: Ability? { nil }
        var pairs: Bool { true }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            guard let connection = session.connection else { throw StepFailure("the link ended") }
            client.central.pairingOptions = options
            client.pairing = (session.board, self)
            return try await client.executor.limited(
                to: within, "not paired within \(within.text)",
                expired: { connection.cancelPairing() }
            ) { () async throws(StepFailure) in
                "\(try await client.executor.wait { connection.pair(completion: $0) })"
            }
        }

        /// Sees to it that a link is protected before anything that may need it: with keys of an
        /// earlier one, else by pairing.
        func protect(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) {
            guard let connection = session.connection, connection.isBonded else {
                _ = try await perform(client, session)
                return
            }
            _ = try await client.executor.wait { done in
                connection.protect(to: .encrypted, completion: done)
            }
        }

        /// The same for the Security Manager.
        private var options: SecurityOptions {
            var options = SecurityOptions()
            options.pairing = .refused
            options.capability =
                switch inputOutput {
                case .none: .noInputNoOutput
                case .display: .displayOnly
                case .displayYesNo: .displayYesNo
                case .keyboard: .keyboardOnly
                case .keyboardDisplay: .keyboardDisplay
                }
            options.secureConnections = secureConnections.options
            options.isBonding = bonding
            options.keySizes = 7...UInt8(clamping: keySize)
            options.passkey = passkey.map { UInt32(clamping: $0) }
            options.numbersAgree = nil
            return options
        }
    }
}
