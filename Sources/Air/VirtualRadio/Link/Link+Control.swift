internal import Bluetooth
package import Peripheral
internal import Simulation

/// The control procedures between the link layers (Core Vol 6, Part B, 5.1).
package enum ControlProcedure: Sendable {
    /// Central only: these parameters, six connection events later.
    case update(ConnectionParameters)
    /// Peripheral only: requests them from the central.
    case parameterRequest(ConnectionParameterRequest)
    case features
    case version
    /// The longest payload that this side requests to send.
    case dataLength(Int)
    /// The PHYs that this side requests for each direction, six connection events later.
    case phy(sent: Radio.PHY, received: Radio.PHY)
    /// Central only: encryption, or its refresh, with this key of 16 bytes, most significant first,
    /// as everywhere above HCI.
    case encryption(key: [UInt8], random: UInt64, diversifier: UInt16)
}

/// A question to one side that the other waits for.
struct OpenQuestion {
    var procedure: ControlProcedure
    var by: LinkRole
    var ticket: UInt32
    var answer: QuestionAnswer?
}

/// The answer of the side that was asked.
package enum QuestionAnswer: Sendable {
    case longTermKey([UInt8])
    case parameters(ConnectionParameters)
    case refused(status: UInt8)
}

extension Link {
    /// Core Vol 6, Part B, 5.2: a procedure without an answer ends the link.
    private static let procedureTimeout = Nanoseconds.seconds(40)

    /// No data are sent while encryption is being negotiated (Core Vol 6, Part B, 5.1.3).
    var isPaused: Bool {
        guard hasProcedure, case .encryption? = question?.procedure else { return false }
        return true
    }

    /// Whether the side that was asked has answered.
    var isAnswered: Bool { hasProcedure && question?.answer != nil }

    /// A host with so many pending requests is not reading the answers.
    private static let mostProcedures = 256

    /// Queues a procedure behind the pending ones.
    package func start(_ procedure: ControlProcedure, by role: LinkRole) {
        guard procedures.count < Self.mostProcedures else {
            return record("\(Self.mostProcedures) procedures wait, another one is dropped")
        }
        procedures.append((role, procedure))
        schedule()
    }

    /// Answers the question of `asked`; ignored if there is none.
    package func answer(_ answer: QuestionAnswer) {
        guard question != nil, question?.answer == nil else { return }
        question?.answer = answer
        schedule()
    }

    /// Termination and control procedures follow the data; false if the link has ended.
    func control(
        _ terminating: (byCentral: DisconnectReason?, byPeripheral: DisconnectReason?)
    ) -> Bool {
        if let reason = terminating.byCentral {
            close(peripheral: reason, central: .localHostTerminated)
            return false
        }
        if let reason = terminating.byPeripheral {
            close(peripheral: .localHostTerminated, central: reason)
            return false
        }
        if isAnswered { conclude() }
        guard isOpen, hasProcedure, agreed == nil, question == nil, mayPerformNext else {
            return isOpen
        }
        let next = procedures.removeFirst()
        perform(next.what, by: next.by)
        return isOpen
    }

    /// What the central sent before it asks for encryption goes first, such as the keys that it
    /// distributes (Core Vol 6, Part B, 5.1.3.1).
    private var mayPerformNext: Bool {
        guard let next = procedures.first else { return false }
        if case .encryption = next.what { return toPeripheral.ring.count == 0 }
        return true
    }

    private func perform(_ procedure: ControlProcedure, by role: LinkRole) {
        let own = end(role)
        let other = end(role.other)
        switch procedure {
        case .update, .phy:
            agree(procedure, by: role)
        case .parameterRequest(let wish):
            ask(procedure, .parameters(wish), by: role)
        case .features:
            // The first octet is the intersection, the others are the peer's (Core Vol 6, Part B,
            // 2.4.2.10).
            let theirs = other.linkIdentity.features
            own.changed(.features(theirs & (own.linkIdentity.features | ~0xFF)), on: self)
        case .version:
            own.changed(.version(other.linkIdentity), on: self)
        case .dataLength(let wish):
            changeDataLength(wish, by: role)
        case .encryption(_, let random, let diversifier):
            ask(procedure, .longTermKey(random: random, diversifier: diversifier), by: role)
        }
    }

    private func ask(_ procedure: ControlProcedure, _ what: LinkQuestion, by role: LinkRole) {
        let ticket = post(Air.Code.procedure, at: medium.clock.now + Self.procedureTimeout)
        question = OpenQuestion(procedure: procedure, by: role, ticket: ticket)
        end(role.other).asked(what, on: self)
    }

    func procedureTimeout(_ ticket: UInt32) {
        guard let question, question.ticket == ticket else { return }
        record("no answer for \(Self.procedureTimeout)")
        close(peripheral: .procedureTimeout, central: .procedureTimeout)
    }

    private func conclude() {
        guard let open = question, let answer = open.answer else { return }
        question = nil
        switch (open.procedure, answer) {
        case (.encryption(let key, _, _), .longTermKey(let other)):
            guard key == other else {
                record("the two sides encrypt with different keys")
                return close(peripheral: .integrityFailure, central: .integrityFailure)
            }
            let change = LinkChange.encryption(status: 0, isRefresh: isEncrypted)
            record(isEncrypted ? "encrypted with a new key" : "encrypted")
            isEncrypted = true
            peripheralEnd.changed(change, on: self)
            centralEnd.changed(change, on: self)
        case (.encryption, .refused(let status)):
            record("encryption refused")
            // A refresh without a key ends the link (Core Vol 6, Part B, 5.1.3.2).
            guard !isEncrypted else {
                return close(peripheral: .localHostTerminated, central: .keyMissing)
            }
            centralEnd.changed(.encryption(status: status, isRefresh: false), on: self)
        case (.parameterRequest, .parameters(let parameters)):
            agree(.update(parameters), by: open.by)
        case (.parameterRequest, .refused(let status)):
            end(open.by).changed(.parametersRefused(status: status), on: self)
        default: break
        }
    }

    /// In each direction the payload is the smaller of what one side sends and the other takes
    /// (Core Vol 6, Part B, 4.5.10).
    private func changeDataLength(_ wish: Int, by role: LinkRole) {
        let most = min(
            end(.central).linkIdentity.dataLength, end(.peripheral).linkIdentity.dataLength)
        let length = max(27, min(wish, most))
        let theirs = max(27, min(end(role.other).preferredDataLength, most))
        let before = (toPeripheral.dataLength, toCentral.dataLength)
        if role == .central {
            toPeripheral.dataLength = length
            toCentral.dataLength = max(toCentral.dataLength, theirs)
        } else {
            toCentral.dataLength = length
            toPeripheral.dataLength = max(toPeripheral.dataLength, theirs)
        }
        guard before != (toPeripheral.dataLength, toCentral.dataLength) else { return }
        measure()
        record("packets of \(toPeripheral.dataLength) and \(toCentral.dataLength) bytes")
        centralEnd.changed(
            .dataLength(sent: toPeripheral.dataLength, received: toCentral.dataLength), on: self)
        peripheralEnd.changed(
            .dataLength(sent: toCentral.dataLength, received: toPeripheral.dataLength), on: self)
    }

    /// An agreed change takes effect six connection events later (Core Vol 6, Part B, 5.1.1).
    private func agree(_ procedure: ControlProcedure, by role: LinkRole) {
        let instant = medium.clock.now + parameters.interval * 6
        agreed = (procedure, role, post(Air.Code.instant, at: instant))
    }

    func instant(_ ticket: UInt32) {
        guard isOpen, !isDead, let agreed, agreed.ticket == ticket else { return }
        self.agreed = nil
        scheduled = Self.never
        eventTicket = 0
        switch agreed.procedure {
        case .update(let new): apply(new)
        case .phy(let sent, let received): apply(sent, received, by: agreed.by)
        default: break
        }
        guard isOpen else { return }
        schedule()
    }

    private func apply(_ new: ConnectionParameters) {
        parameters = new
        measure()
        anchor = medium.clock.now
        attended = anchor
        record("parameters \(new.text)")
        if vanished != .peripheral { peripheralEnd.changed(.parameters(new), on: self) }
        if vanished != .central { centralEnd.changed(.parameters(new), on: self) }
    }

    private func apply(_ sent: Radio.PHY, _ received: Radio.PHY, by role: LinkRole) {
        toPeripheral.phy = role == .central ? sent : received
        toCentral.phy = role == .central ? received : sent
        measure()
        record("\(toPeripheral.phy) to the peripheral, \(toCentral.phy) back")
        if vanished != .peripheral {
            peripheralEnd.changed(
                .phy(sent: toCentral.phy, received: toPeripheral.phy), on: self)
        }
        if vanished != .central {
            centralEnd.changed(.phy(sent: toPeripheral.phy, received: toCentral.phy), on: self)
        }
    }
}
