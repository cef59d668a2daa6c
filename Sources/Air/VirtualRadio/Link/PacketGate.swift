package import Bluetooth

/// Decides what becomes of the packets of a peripheral's links, one after the other, just before they
/// arrive; hears of its advertisements.
package protocol PacketGate: AnyObject {
    /// What becomes of a packet.
    ///
    /// - Parameters:
    ///   - unit: an L2CAP frame with its header (Core Vol 3, Part A, 3.1), or the part of one with which
    ///     a host begins it.
    ///   - role: the side at which it arrives.
    func fate(of unit: Span<UInt8>, to role: LinkRole, on link: Link) -> PacketFate
    /// A packet that is the last of its connection event has arrived.
    func arrived(to role: LinkRole, on link: Link)
    /// A host that scans or connects has received one of the peripheral's advertisements.
    func advertisementWasHeard()
}

/// What becomes of a packet.
package enum PacketFate: Hashable, Sendable {
    case arrives
    /// It arrives, and nothing else in this connection event.
    case arrivesLast
    /// It and those behind it wait for the next connection event; what it is to be then is asked again.
    case waits
    /// Its sender has it acknowledged, but it never arrives.
    case vanishes
    case arrivesTwice
    /// Of a request: it is answered with an error instead.
    case isRefused(ATTError)
}

extension Link {
    /// What becomes of the first packet of a lane.
    func fate(to role: LinkRole, _ buffer: inout [UInt8]) -> PacketFate {
        guard let gate = peripheralNode.gate else { return .arrives }
        if role == .peripheral {
            guard toPeripheral.isNew, toPeripheral.ring.firstMark.contains(.start) else {
                return .arrives
            }
            let length = toPeripheral.ring.firstLength
            toPeripheral.ring.copyFirst(0..<length, to: &buffer)
            return gate.fate(of: buffer.span.extracting(0..<length), to: role, on: self)
        }
        guard toCentral.isNew, toCentral.ring.firstMark.contains(.start) else {
            return .arrives
        }
        let length = toCentral.ring.firstLength
        toCentral.ring.copyFirst(0..<length, to: &buffer)
        return gate.fate(of: buffer.span.extracting(0..<length), to: role, on: self)
    }

    /// Answers the request in `unit` with an error.
    func refuse(_ unit: Span<UInt8>, _ error: ATTError) {
        guard unit.count > 4 else { return }
        // Two requests name no handle (Core Vol 3, Part F, 3.4.2.1 and 3.4.6.3).
        let request = AttributeOpcode(rawValue: unit[4])
        let hasHandle = request != .exchangeMTURequest && request != .executeWriteRequest
        let handle = hasHandle && unit.count > 6 ? UInt16(unit[5]) | UInt16(unit[6]) << 8 : 0
        var answer: [UInt8] = []
        AttributePDU(.errorResponse, UInt16(unit[4]), handle, UInt16(error.rawValue))
            .encode(into: &answer)
        send(answer.span, channel: L2CAPChannel.attribute, from: .peripheral)
    }
}
