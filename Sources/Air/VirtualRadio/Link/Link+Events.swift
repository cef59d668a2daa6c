internal import Bluetooth
internal import Peripheral
internal import Simulation

/// Connection events (Core Vol 6, Part B, 4.5).
extension Link {
    /// Central and peripheral alternate until nothing is left, the event is full, or a packet is
    /// lost: that packet and those behind it wait for the next event, in order.
    func connectionEvent(_ ticket: UInt32) {
        guard ticket == eventTicket else { return }
        scheduled = Self.never
        guard carries else { return }
        peripheralNode.statistics.connectionEvents += 1
        // Packets queued from now on are not part of this event.
        var leftToPeripheral = peripheralHasRoom ? toPeripheral.ring.count : 0
        var leftToCentral = isPaused || !centralEnd.canReceive ? 0 : toCentral.ring.count
        let terminating = terminate
        let loss = lossProbabilities
        var room = packetsPerEvent
        var isComplete = false
        var buffer = medium.lendBuffer()
        peripheralNode.beginEvent()
        endsEvent = false
        repeat {
            if peripheralNode.isLost(loss.toPeripheral) || peripheralNode.isShadowed() {
                lose("to peripheral", leftToPeripheral > 0, leftToPeripheral, leftToCentral, room)
                break
            }
            if leftToPeripheral > 0 {
                let fate = peripheralNode.isGated ? fate(to: .peripheral, &buffer) : .arrives
                if case .waits = fate {
                    isComplete = true
                    break
                }
                if carryToPeripheral(&buffer, fate) { leftToPeripheral -= 1 }
            }
            guard isOpen, !isDead else { break }
            if endsEvent {
                isComplete = true
                break
            }
            if peripheralNode.isLost(loss.toCentral) {
                lose("to central", leftToCentral > 0, leftToPeripheral, leftToCentral, room)
                break
            }
            if leftToCentral > 0 {
                let fate = peripheralNode.isGated ? fate(to: .central, &buffer) : .arrives
                if case .waits = fate {
                    isComplete = true
                    break
                }
                if carryToCentral(&buffer, fate) { leftToCentral -= 1 }
            }
            guard isOpen, !isDead else { break }
            isComplete = true
            if endsEvent { break }
            room -= 1
        } while room > 0 && (leftToPeripheral > 0 || leftToCentral > 0)
        medium.takeBack(buffer)
        finishEvent(isComplete, terminating)
    }

    /// If the central does not take answers, its requests must wait, or the answers would pile up
    /// without limit.
    private var peripheralHasRoom: Bool {
        !isPaused && peripheralEnd.canReceive
            && toCentral.ring.count - notificationsWaiting < Self.mostAnswers
    }

    private static let mostAnswers = 64

    private var lossProbabilities: (toPeripheral: Double, toCentral: Double) {
        (
            max(peripheralNode.lossInward, centralNode.lossOutward),
            max(peripheralNode.lossOutward, centralNode.lossInward)
        )
    }

    private func finishEvent(
        _ isComplete: Bool,
        _ terminating: (byCentral: DisconnectReason?, byPeripheral: DisconnectReason?)
    ) {
        let now = medium.clock.now
        guard isOpen, !isDead else { return }
        if isComplete {
            failingSince = nil
            attended = now
            if !control(terminating) { return }
        } else {
            let since = failingSince ?? now
            failingSince = since
            if now - since >= timeoutInForce {
                return close(peripheral: timeoutReason, central: timeoutReason)
            }
        }
        if hasRefused, notificationsWaiting < medium.radio.notificationBuffers {
            hasRefused = false
            peripheralEnd.readyToNotify(on: self)
        }
        guard isOpen, !isDead else { return }
        schedule()
        // The empty events that follow get through, and nothing is late any more.
        if scheduled == Self.never { failingSince = nil }
    }

    private func lose(
        _ direction: String, _ again: Bool, _ leftToPeripheral: Int, _ leftToCentral: Int,
        _ room: Int
    ) {
        let late = min(leftToPeripheral, room) + min(leftToCentral, room)
        if again { peripheralNode.statistics.retransmissions += 1 }
        peripheralNode.statistics.latePackets += late
        record(
            "packet lost \(direction), " + (again ? "retransmission, " : "") + "\(late) late")
    }

    /// Carries one data packet; true if it completed a unit.
    private func carryToPeripheral(_ buffer: inout [UInt8], _ fate: PacketFate) -> Bool {
        let length = toPeripheral.ring.firstLength
        switch fate {
        case .vanishes, .isRefused:
            if case .isRefused(let error) = fate {
                toPeripheral.ring.copyFirst(0..<length, to: &buffer)
                refuse(buffer.span.extracting(0..<length), error)
            }
            toPeripheral.ring.dropFirst()
            return noteAtPeripheral()
        case .arrivesTwice: toPeripheral.comesAgain = true
        case .arrivesLast: toPeripheral.isAwaited = true
        case .arrives, .waits: break
        }
        let from = toPeripheral.carried
        let upTo = min(length, from + toPeripheral.dataLength)
        let isWhole = upTo == length
        let isStart = toPeripheral.ring.firstMark.contains(.start)
        toPeripheral.carried = isWhole ? 0 : upTo
        let isAgain = isWhole && toPeripheral.comesAgain
        if isAgain { toPeripheral.comesAgain = false }
        if isWhole { toPeripheral.isCopy = isAgain }
        if peripheralEnd.wantsFragments {
            toPeripheral.ring.copyFirst(from..<upTo, to: &buffer)
            if isWhole, !isAgain { toPeripheral.ring.dropFirst() }
            let part = buffer.span.extracting(0..<upTo - from)
            peripheralEnd.receive(part, isStart: isStart && from == 0, on: self)
        } else if isWhole {
            toPeripheral.ring.copyFirst(0..<length, to: &buffer)
            if !isAgain { toPeripheral.ring.dropFirst() }
            let unit = buffer.span.extracting(0..<length)
            peripheralEnd.receive(unit, isStart: isStart, on: self)
        }
        guard isWhole, !isAgain else { return false }
        if toPeripheral.isAwaited {
            toPeripheral.isAwaited = false
            tellGate(.peripheral)
        }
        return noteAtPeripheral()
    }

    private func tellGate(_ role: LinkRole) {
        endsEvent = true
        peripheralNode.gate?.arrived(to: role, on: self)
    }

    /// A unit of the central is done with.
    private func noteAtPeripheral() -> Bool {
        peripheralNode.statistics.packetsToPeripheral += 1
        centralEnd.acknowledged(on: self)
        return true
    }

    private func carryToCentral(_ buffer: inout [UInt8], _ fate: PacketFate) -> Bool {
        let length = toCentral.ring.firstLength
        let from = toCentral.carried
        var vanishes = false
        switch fate {
        case .vanishes: vanishes = true
        case .arrivesTwice: toCentral.comesAgain = true
        case .arrivesLast: toCentral.isAwaited = true
        case .arrives, .waits, .isRefused: break
        }
        let upTo = vanishes ? length : min(length, from + toCentral.dataLength)
        let isWhole = upTo == length
        let mark = toCentral.ring.firstMark
        toCentral.carried = isWhole ? 0 : upTo
        let isAgain = isWhole && toCentral.comesAgain
        if isAgain { toCentral.comesAgain = false }
        if isWhole { toCentral.isCopy = isAgain }
        if isWhole, !isAgain {
            peripheralNode.statistics.packetsToCentral += 1
            if mark.contains(.notification) { notificationsWaiting -= 1 }
        }
        if vanishes {
            toCentral.ring.dropFirst()
        } else if centralEnd.wantsFragments {
            toCentral.ring.copyFirst(from..<upTo, to: &buffer)
            if isWhole, !isAgain { toCentral.ring.dropFirst() }
            let part = buffer.span.extracting(0..<upTo - from)
            centralEnd.receive(part, isStart: mark.contains(.start) && from == 0, on: self)
        } else if isWhole {
            toCentral.ring.copyFirst(0..<length, to: &buffer)
            if !isAgain { toCentral.ring.dropFirst() }
            let unit = buffer.span.extracting(0..<length)
            centralEnd.receive(unit, isStart: mark.contains(.start), on: self)
        }
        guard isWhole, !isAgain else { return false }
        if toCentral.isAwaited {
            toCentral.isAwaited = false
            tellGate(.central)
        }
        peripheralEnd.acknowledged(on: self)
        return true
    }

    // MARK: Sending

    /// Queues a whole frame of one channel.
    package func send(_ payload: Span<UInt8>, channel: UInt16, from role: LinkRole) {
        if role == .central {
            toPeripheral.ring.push(payload, channel: channel)
        } else {
            toCentral.ring.push(payload, channel: channel)
        }
        schedule()
    }

    /// Queues a part of a frame as split by a host.
    package func send(part: Span<UInt8>, isStart: Bool, from role: LinkRole) {
        if role == .central {
            toPeripheral.ring.push(part: part, isStart: isStart)
        } else {
            toCentral.ring.push(part: part, isStart: isStart)
        }
        schedule()
    }

    /// Queues a notification of the firmware, if one of its buffers is free.
    func notify(_ value: Span<UInt8>, handle: UInt16, room: Int) -> NotificationFate {
        guard notificationsWaiting < medium.radio.notificationBuffers else {
            peripheralNode.statistics.notificationsRefused += 1
            if !hasRefused { record("queue full, \(notificationsWaiting) notifications wait") }
            hasRefused = true
            return .dropped
        }
        toCentral.ring.push(notification: handle, value, room: room)
        notificationsWaiting += 1
        peripheralNode.statistics.notificationsQueued += 1
        peripheralNode.statistics.longestQueue = max(
            peripheralNode.statistics.longestQueue, notificationsWaiting)
        schedule()
        return .sent
    }

    /// An end that had no room has room again.
    package func roomChanged() { schedule() }
}
