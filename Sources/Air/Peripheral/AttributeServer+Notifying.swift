import Bluetooth

/// What a server sends unasked (Core Vol 3, Part F, 3.4.7).
extension AttributeServer {
    /// The value handle to notify with, if the central subscribed, and the room for the value.
    package func notificationTarget(
        of characteristic: ValueID, for connection: ConnectionID
    ) -> (handle: UInt16, room: Int)? {
        target(of: characteristic, .notifications, connection)
    }

    private func target(
        of characteristic: ValueID, _ kind: Subscription, _ connection: ConnectionID
    ) -> (handle: UInt16, room: Int)? {
        guard let notifier = table.notifier(of: characteristic),
            let index = index(of: connection),
            connections[index].configurations[notifier.slot] & UInt8(kind.rawValue) != 0
        else { return nil }
        return (notifier.handle, connections[index].mtu - 3)
    }

    /// Makes the PDU of a notification, truncated to MTU - 3 bytes; false without a subscription.
    package func notification(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID,
        into pdu: inout [UInt8]
    ) -> Bool {
        guard let (handle, room) = target(of: characteristic, .notifications, connection) else {
            return false
        }
        AttributePDU(.notification, handle).encode(into: &pdu)
        pdu.append(bytes, upTo: room + 3)
        return true
    }

    /// Makes the PDU of an indication; `full` while an earlier one of this connection is not
    /// confirmed.
    package func indication(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID,
        into pdu: inout [UInt8]
    ) -> NotificationFate {
        guard let (handle, room) = target(of: characteristic, .indications, connection),
            let index = index(of: connection)
        else { return .discarded(.notSubscribed) }
        guard connections[index].indicating == 0 else { return .dropped }
        connections[index].indicating = handle
        AttributePDU(.indication, handle).encode(into: &pdu)
        pdu.append(bytes, upTo: room + 3)
        return .sent
    }

    /// Makes the Service Changed indication for a central that subscribed to it; false if there is
    /// nothing to send. The handles are those of all the firmware's services, or of the changes
    /// since the last one if they are known.
    package func serviceChanged(for connection: ConnectionID, into pdu: inout [UInt8]) -> Bool {
        guard let index = index(of: connection), connections[index].indicating == 0,
            connections[index].configurations[0] & UInt8(Subscription.indications.rawValue) != 0,
            deferring == nil || connections[index].changed != nil
        else { return false }
        let changed = connections[index].changed ?? (table.firstOwnHandle, 0xFFFF)
        connections[index].changed = nil
        connections[index].indicating = table.serviceChangedHandle
        AttributePDU(.indication, table.serviceChangedHandle).encode(into: &pdu)
        pdu.append(word: changed.first)
        pdu.append(word: changed.last)
        return true
    }

    /// Keeps the subscriptions to characteristics that remain, and notes what has changed.
    func keep(_ before: [UInt8], of old: AttributeTable, _ index: Int) {
        for notifier in table.notifiers {
            guard let known = old.notifier(of: ValueID(notifier.id)), known.slot < before.count
            else { continue }
            connections[index].configurations[notifier.slot] = before[known.slot]
        }
        let count = max(old.attributes.count, table.attributes.count)
        let differing = (1...max(count, 1)).filter { handle in
            old[UInt16(handle)] != table[UInt16(handle)]
        }
        guard let first = differing.first, let last = differing.last else { return }
        let range = (first: UInt16(first), last: UInt16(last))
        let noted = connections[index].changed ?? range
        connections[index].changed = (min(noted.first, range.first), max(noted.last, range.last))
    }

    /// 3.4.7.3. A confirmation without an indication is ignored. A pending change of services is
    /// indicated next.
    func confirm(_ connection: ConnectionID, _ response: inout [UInt8]) {
        guard let index = index(of: connection) else { return }
        let handle = connections[index].indicating
        connections[index].indicating = 0
        guard handle > 0 else {
            return peripheral.refused(
                AttributeRefusal(
                    opcode: AttributeOpcode.confirmation.rawValue, error: .unlikelyError),
                by: connection)
        }
        if deferring != nil { _ = serviceChanged(for: connection, into: &response) }
        if case .value(let id)? = table[handle]?.content {
            peripheral.confirmed(id, by: connection)
        } else if deferring != nil {
            peripheral.readyToNotify(connection)
        }
    }
}
