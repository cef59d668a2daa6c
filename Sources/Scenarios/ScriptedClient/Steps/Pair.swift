import Central
import Declaration
import Pairing
import Peripheral
import Simulation
import VirtualRadio
import YAML

extension Step {
    package struct Pair: BoardStep {
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
        package var secureConnections = SecureConnections.allowed
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
                    fix: "add `io: keyboard`, or leave the passkey out")
            }
        }

        var ability: Ability? { nil }
        var pairs: Bool { true }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            guard let connection = session.connection else {
                return done(.failure(StepFailure("the link ended")))
            }
            let limit = TimeLimit(
                within, client.timers, "not paired within \(within.text)", done
            ) { connection.cancelPairing() }
            client.central.pairingOptions = options
            client.pairing = (session.board, self)
            connection.pair { limit.end($0.map { "\($0)" }.mapError { StepFailure("\($0)") }) }
        }

        /// Sees to it that a link is protected before anything that may need it: with keys of an
        /// earlier one, else by pairing.
        func protect(
            _ client: ScriptedClient, _ session: HostSession, _ done: @escaping Done<Void>
        ) {
            guard session.connection?.isBonded == true else {
                return perform(client, session) { done($0.map { _ in }) }
            }
            session.connection?.protect(to: .encrypted) { result in
                done(result.map { _ in }.mapError { StepFailure("\($0)") })
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
