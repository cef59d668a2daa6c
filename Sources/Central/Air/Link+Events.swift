import Bluetooth
import Peripheral
import Simulation

/// Other parameters that a central asked for.
struct ParameterUpdate {
    var parameters: ConnectionParameters
    var completion: Completion<ConnectionParameters>
}

/// What happens at connection events (Core Vol 6, Part B, 4.5).
extension Link {
    /// Central and peripheral take turns until nothing is left, the event is full, or a packet
    /// is lost: that one and those behind it wait for the next event, in their order.
    func connectionEvent(_ ticket: UInt32) {
        guard ticket == eventTicket else { return }
        scheduled = Self.never
        guard carries else { return }
        station.statistics.connectionEvents += 1
        // What is queued from now on is not in the radio's hands yet.
        var leftToPeripheral = toPeripheral.count
        var leftToCentral = toCentral.count
        let terminating = terminate
        var room = packetsPerEvent
        var isComplete = false
        var buffer = medium.lendBuffer()
        repeat {
            if station.isLost(station.lossToPeripheral) {
                lose("to peripheral", leftToPeripheral > 0, leftToPeripheral, leftToCentral, room)
                break
            }
            if leftToPeripheral > 0, carryToPeripheral(&buffer) { leftToPeripheral -= 1 }
            guard isOpen, !isDead else { break }
            if station.isLost(station.lossToCentral) {
                lose("to central", leftToCentral > 0, leftToPeripheral, leftToCentral, room)
                break
            }
            if leftToCentral > 0, carryToCentral(&buffer) { leftToCentral -= 1 }
            guard isOpen, !isDead else { break }
            isComplete = true
            room -= 1
        } while room > 0 && (leftToPeripheral > 0 || leftToCentral > 0)
        medium.takeBack(buffer)
        finishEvent(isComplete, terminating)
    }

    private func finishEvent(
        _ isComplete: Bool, _ terminating: (byCentral: Bool, byPeripheral: Bool)
    ) {
        let now = medium.clock.now
        guard isOpen, !isDead else { return }
        if isComplete {
            failingSince = nil
            attended = now
            if !controlProcedures(terminating) { return }
        } else {
            let since = failingSince ?? now
            failingSince = since
            if now - since >= parameters.supervisionTimeout {
                return close(peripheral: .connectionTimeout, central: .connectionTimeout)
            }
        }
        if hasRefused, notificationsWaiting < medium.radio.notificationBuffers {
            hasRefused = false
            station.peripheral.readyToNotify(id)
        }
        schedule()
    }

    private func lose(
        _ direction: String, _ again: Bool, _ leftToPeripheral: Int, _ leftToCentral: Int,
        _ room: Int
    ) {
        let late = min(leftToPeripheral, room) + min(leftToCentral, room)
        if again { station.statistics.retransmissions += 1 }
        station.statistics.latePackets += late
        record(
            "packet lost \(direction), " + (again ? "retransmission, " : "") + "\(late) late")
    }

    /// Carries one data packet; true if it completed a PDU, which is then delivered.
    private func carryToPeripheral(_ buffer: inout [UInt8]) -> Bool {
        partToPeripheral += 1
        guard partToPeripheral >= medium.radio.fragments(of: toPeripheral.firstLength) else {
            return false
        }
        partToPeripheral = 0
        let length = toPeripheral.pop(into: &buffer)
        station.statistics.packetsToPeripheral += 1
        var response: [UInt8] = []
        let pdu = buffer.span
        station.server.handle(pdu.extracting(0..<length), from: id, into: &response)
        if !response.isEmpty, isOpen, !isDead { sendToCentral(response.span) }
        noteSent()
        return true
    }

    private func carryToCentral(_ buffer: inout [UInt8]) -> Bool {
        partToCentral += 1
        guard partToCentral >= medium.radio.fragments(of: toCentral.firstLength) else {
            return false
        }
        partToCentral = 0
        if toCentral.startsWithNotification { notificationsWaiting -= 1 }
        let length = toCentral.pop(into: &buffer)
        station.statistics.packetsToCentral += 1
        let pdu = buffer.span
        connection.client.receive(pdu.extracting(0..<length), at: medium.clock.now)
        return true
    }

    // MARK: From the peripheral

    /// Queues a PDU that has its place in any case: responses and indications.
    func sendToCentral(_ pdu: Span<UInt8>) {
        toCentral.push(pdu)
        schedule()
    }

    func notify(_ bytes: Span<UInt8>, of characteristic: ValueID) -> NotifyOutcome {
        guard let target = station.server.notificationTarget(of: characteristic, for: id) else {
            return .notSubscribed
        }
        guard notificationsWaiting < medium.radio.notificationBuffers else {
            station.statistics.notificationsRefused += 1
            if !hasRefused { record("queue full, \(notificationsWaiting) notifications wait") }
            hasRefused = true
            return .full
        }
        toCentral.push(.notification, target.handle, bytes, room: target.room)
        notificationsWaiting += 1
        station.statistics.notificationsQueued += 1
        station.statistics.longestQueue = max(
            station.statistics.longestQueue, notificationsWaiting)
        schedule()
        return .queued
    }

    func indicate(_ bytes: Span<UInt8>, of characteristic: ValueID) -> NotifyOutcome {
        var pdu: [UInt8] = []
        let outcome = station.server.indication(bytes, of: characteristic, to: id, into: &pdu)
        if outcome == .queued { sendToCentral(pdu.span) }
        return outcome
    }

    // MARK: Control procedures

    func updateFromPeripheral(_ request: ConnectionParameterRequest) {
        wish = request
        schedule()
    }

    func updateFromCentral(
        _ parameters: ConnectionParameters, _ completion: @escaping Completion<ConnectionParameters>
    ) {
        update?.completion(.failure(.cancelled))
        update = ParameterUpdate(parameters: parameters, completion: completion)
        schedule()
    }

    /// Termination and parameter updates follow the data; false if the link has ended.
    private func controlProcedures(
        _ terminating: (byCentral: Bool, byPeripheral: Bool)
    ) -> Bool {
        if terminating.byCentral {
            close(peripheral: .remoteUserTerminated, central: .localHostTerminated)
            return false
        }
        if terminating.byPeripheral {
            close(peripheral: .localHostTerminated, central: .remoteUserTerminated)
            return false
        }
        guard agreed == nil else { return true }
        if let wish {
            self.wish = nil
            if let answer = wish.answer(connection.central.parameterPolicy) {
                record("parameter update accepted, \(answer.text)")
                agree(ParameterUpdate(parameters: answer, completion: { _ in }))
            } else {
                record("parameter update refused")
            }
        } else if let update {
            self.update = nil
            agree(update)
        }
        return true
    }

    /// The new parameters come into force six connection events later (Core Vol 6, Part B, 5.1.1).
    private func agree(_ update: ParameterUpdate) {
        let instant = medium.clock.now + parameters.interval * 6
        agreed = (update, post(Air.Code.parameters, at: instant))
    }

    func instantOfUpdate(_ ticket: UInt32) {
        guard isOpen, !isDead, let agreed, agreed.ticket == ticket else { return }
        self.agreed = nil
        parameters = agreed.update.parameters
        packetsPerEvent = medium.radio.packets(in: parameters.interval)
        anchor = medium.clock.now
        attended = anchor
        scheduled = Self.never
        eventTicket = 0
        record("parameters \(parameters.text)")
        connection.parameters = parameters
        if !hasVanished { station.peripheral.parametersChanged(id, parameters) }
        agreed.update.completion(.success(parameters))
        connection.onParametersChanged?(parameters)
        schedule()
    }
}
