import Central
import DBus
import Pairing
import Peripheral
import Simulation

/// `Pair` and `CancelPairing`, and whatever else makes keys.
extension RemoteDevice {
    /// After a refusal on this side, the kernel only ends the link then.
    private static let refusalTime = Nanoseconds.seconds(2)

    func pair(_ call: IncomingCall) {
        keep()
        guard bonding == nil else { return call.fail(Refusal.inProgress) }
        guard !isBonded else { return call.fail(Refusal.alreadyExists) }
        guard adapter.isPowered else { return call.fail(Refusal.failed("Input/output error")) }
        let bonding = Bonding(call, adapter.standIn.agents.agent(for: call.sender))
        let clients = adapter.standIn.clients
        bonding.watch = clients.whenGone(call.sender) { [weak self] in self?.cancelBonding() }
        self.bonding = bonding
        if connection != nil {
            beginPairing()
        } else if !isConnecting {
            beginConnecting()
        }
    }

    func beginPairing() {
        guard let connection, let bonding else { return }
        configure(bonding.agent)
        connection.pair { [weak self] result in
            guard let self, self.bonding === bonding else { return }
            // The end of a started pairing is reported.
            if case .failure(.noSecurity) = result { pairingFailed(Refusal.authenticationFailed) }
        }
    }

    /// This machine's pairing capability is the agent's.
    private func configure(_ agent: Agent?) {
        adapter.central.pairingOptions?.capability = agent?.capability ?? .noInputNoOutput
    }

    func cancelPairing(_ call: IncomingCall) {
        guard bonding != nil else { return call.fail(Refusal.doesNotExist) }
        cancelBonding()
        call.reply()
    }

    private func cancelBonding() {
        guard let connection else {
            endBonding(Refusal.authenticationCanceled)
            adapter.central.cancelConnect(to: address)
            return
        }
        endBonding(Refusal.authenticationCanceled)
        connection.cancelPairing()
        connection.disconnect()
    }

    /// Answers the caller that waits for keys; nil if it is already answered.
    func endBonding(_ error: DBusError?) {
        guard let bonding else { return }
        self.bonding = nil
        adapter.standIn.clients.forget(bonding.watch)
        bonding.agent?.cancel(about: path)
        if let error { bonding.fail(error) }
    }

    // MARK: What the link asks and tells

    func watchSecurity(of connection: Connection) {
        configure(bonding?.agent ?? adapter.standIn.agents.agent())
        connection.onPairingQuestion = { [weak self] question in self?.asked(question) }
        connection.onPairingEnded = { [weak self] outcome in self?.ended(outcome) }
        connection.onKeyRefused = { [weak self] _ in self?.connection?.disconnect() }
    }

    /// Raises the link's security for a refused value: first encryption, then authentication.
    func protect(_ completion: @escaping (Bool) -> Void) {
        guard let connection, refusedLink != connection.id else { return completion(false) }
        if bonding == nil { configure(adapter.standIn.agents.agent()) }
        let wish: Security = connection.security < .encrypted ? .encrypted : .authenticated
        connection.protect(to: wish) { [weak self] result in
            if case .success = result { return completion(true) }
            if self?.gatt.isUnattended != true { completion(false) }
        }
    }

    private func asked(_ question: PairingQuestion) {
        guard let connection else { return }
        guard let agent = bonding?.agent ?? adapter.standIn.agents.agent() else {
            // Nothing is reported, and callers that wait for the value keep waiting.
            if bonding == nil { gatt.isUnattended = true }
            return refuse()
        }
        switch question {
        case .show(let passkey):
            agent.tell("DisplayPasskey", [.path(path), .uint32(passkey), .uint16(0)])
        case .enterPasskey:
            ask(agent, "RequestPasskey") { value in
                guard case .uint32(let passkey)? = value, passkey <= 999_999 else { return nil }
                return .passkey(passkey)
            }
        case .compare(let number):
            ask(agent, "RequestConfirmation", [.uint32(number)]) { _ in .yes }
        case .authorize:
            // The caller of `Pair` wants it.
            if bonding != nil { return connection.answer(.yes) }
            ask(agent, "RequestAuthorization") { _ in .yes }
        }
    }

    private func ask(
        _ agent: Agent, _ method: String, _ arguments: [Value] = [],
        _ meaning: @escaping (Value?) -> PairingAnswer?
    ) {
        let connection = connection
        let isAsked = agent.ask(method, about: path, arguments) { [weak self] answer in
            guard let self, let connection, self.connection == connection else { return }
            adapter.beforeInput()
            if case .value(let value) = answer, let meant = meaning(value) {
                connection.answer(meant)
            } else {
                refuse()
            }
        }
        if !isAsked { refuse() }
    }

    private func refuse() {
        // As without an agent: callers that wait for the value keep waiting.
        if bonding == nil, gatt.hasClientWaiting { gatt.isUnattended = true }
        refusedLink = connection?.id
        isRefusing = true
        connection?.answer(.no)
        isRefusing = false
    }

    private func ended(_ outcome: PairingOutcome) {
        switch outcome {
        case .completed(_, let isKept): paired(isKept: isKept)
        case .cancelled: pairingFailed(Refusal.authenticationCanceled)
        case .linkLost: endBonding(Refusal.authenticationCanceled)
        default: pairingFailed(Refusal.authenticationFailed)
        }
    }

    private func paired(isKept: Bool) {
        if isKept, !isBonded {
            isBonded = true
            changed("Bonded")
        }
        keep()
        guard !isPaired else { return endBonding(nil) }
        isPaired = true
        guard isResolved else {
            owesPaired = true
            return
        }
        changed("Paired")
        bonding?.succeed()
        endBonding(nil)
    }

    private func pairingFailed(_ error: DBusError) {
        let wasRefusedHere = isRefusing
        endBonding(error)
        if !isPaired { isTemporary = true }
        guard let connection else { return }
        if gatt.isUnattended {
            _ = adapter.after(Self.stay) { [weak self] in
                guard let self, self.connection == connection, isTemporary else { return }
                vanish()
            }
            return
        }
        guard wasRefusedHere else { return connection.disconnect() }
        _ = adapter.after(Self.refusalTime) { [weak self] in
            if self?.connection == connection { connection.disconnect() }
        }
    }
}

/// A call of `Pair` with its agent.
final class Bonding {
    private let call: IncomingCall
    let agent: Agent?
    var watch: UInt64 = 0

    init(_ call: IncomingCall, _ agent: Agent?) {
        self.call = call
        self.agent = agent
    }

    func succeed() { call.reply() }

    func fail(_ error: DBusError) { call.fail(error) }
}
