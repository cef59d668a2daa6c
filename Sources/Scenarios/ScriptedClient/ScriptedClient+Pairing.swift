import Central
import Pairing
import VirtualRadio

extension Client {
    /// Whether its script pairs at all; without that it is deaf to pairing.
    var pairs: Bool { steps.contains(where: \.kind.pairs) }
}

extension ScriptedClient {
    /// Lets the client pair when its script says so, and not because a board wishes for it.
    package func prepareToPair(_ cryptography: (any Cryptography)?) {
        guard script.pairs else { return }
        var options = SecurityOptions()
        options.pairing = .refused
        central.setUp(
            security: SecuritySetup(options, cryptography: cryptography) { [unowned self] in
                answer($0)
            })
    }

    /// What the client's user does; a passkey is read on the board's display.
    private func answer(_ question: PairingQuestion) -> PairingAnswer? {
        guard let (board, step) = pairing else { return nil }
        switch question {
        case .show: return nil
        case .enterPasskey:
            return world.passkeyShown(by: board).map { .passkey($0) } ?? .no
        case .compare: return step.numbersAgree ? .yes : .no
        case .authorize: return .yes
        }
    }
}
