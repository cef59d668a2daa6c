import Central
import Declaration
import Pairing
import Peripheral
import VirtualRadio

extension Client {
    /// Whether its script pairs at all; without that it is deaf to pairing.
    var pairs: Bool {
        steps.contains {
            switch $0.kind {
            case .pair: true
            case .connect(let connect): connect.pair != nil
            default: false
            }
        }
    }
}

extension ScriptedClient {
    /// Lets the client pair when its script says so, and not because a board wishes for it.
    func prepareToPair(_ cryptography: (any Cryptography)?) {
        guard script.pairs else { return }
        var options = SecurityOptions()
        options.pairing = .refused
        central.setUp(
            security: SecuritySetup(options, cryptography: cryptography) { [unowned self] in
                answer($0)
            })
    }

    func pair(
        _ session: HostSession, _ board: Int, _ step: Step.Pair, _ done: @escaping Done<String>
    ) {
        guard let connection = session.connection else {
            return done(.failure(StepFailure("the link ended")))
        }
        let finish = first(done)
        let timer = timers.after(step.within) {
            finish(.failure(StepFailure("not paired within \(step.within.text)")))
            connection.cancelPairing()
        }
        central.pairingOptions = step.options
        pairing = (board, step)
        connection.pair { [self] result in
            timers.cancel(timer)
            finish(result.map { "\($0)" }.mapError { StepFailure("\($0)") })
        }
    }

    /// Sees to it that a link is protected before anything that may need it: with keys of an earlier
    /// one, else by pairing.
    func protect(
        _ session: HostSession, _ board: Int, _ step: Step.Pair, _ done: @escaping Done<Void>
    ) {
        guard session.connection?.isBonded == true else {
            return pair(session, board, step) { done($0.map { _ in }) }
        }
        session.connection?.protect(to: .encrypted) { result in
            done(result.map { _ in }.mapError { StepFailure("\($0)") })
        }
    }

    /// What the client's user does; a passkey is read on the board's display.
    private func answer(_ question: PairingQuestion) -> PairingAnswer? {
        guard let (board, step) = pairing else { return nil }
        switch question {
        case .show: return nil
        case .enterPasskey:
            return run.passkeysShown[run.boards[board].name].map { .passkey($0) } ?? .no
        case .compare: return step.numbersAgree ? .yes : .no
        case .authorize: return .yes
        }
    }
}

extension Step.Pair {
    /// The same for the Security Manager.
    var options: SecurityOptions {
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
