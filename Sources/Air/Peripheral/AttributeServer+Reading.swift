import Bluetooth
import Simulation

/// The requests that read values by handle (Core Vol 3, Part F, 3.4.4.3 to 3.4.4.12).
extension AttributeServer {
    /// 3.4.4.3 and 3.4.4.5: as much of the value from `offset` on as fits the MTU.
    func read(
        _ call: inout AttributeCall, from offset: Int, _ opcode: AttributeOpcode,
        _ response: inout [UInt8]
    ) throws(ATTError) {
        guard let attribute = table[call.request.first] else { throw .invalidHandle }
        if let deferring, case .value(let id) = attribute.content {
            guard attribute.access.contains(.read) else { throw .readNotPermitted }
            try check(attribute.readSecurity, call.connection)
            let rest = try remote(id, from: offset, by: call.connection, deferring)
            AttributePDU(opcode).encode(into: &response)
            return response.append(rest.span, upTo: call.mtu)
        }
        let value = try readable(attribute, by: call.connection)
        guard offset <= value.count else { throw .invalidOffset }
        AttributePDU(opcode).encode(into: &response)
        response.append(value.span, from: offset, upTo: call.mtu)
    }

    /// 3.4.4.7 and 3.4.4.11: several values in a row, with or without a length before each.
    func readMultiple(
        _ call: inout AttributeCall, _ pdu: Span<UInt8>, lengths: Bool,
        _ response: inout [UInt8]
    ) throws(ATTError) {
        let table = table
        let opcode: AttributeOpcode =
            lengths ? .readMultipleVariableResponse : .readMultipleResponse
        AttributePDU(opcode).encode(into: &response)
        var offset = call.request.headerLength
        // Every handle is checked, even those whose values do not fit.
        while offset + 1 < pdu.count {
            call.handle = pdu.word(at: offset)
            guard let attribute = table[call.handle] else { throw .invalidHandle }
            let value = try readable(attribute, by: call.connection)
            if lengths {
                let length = [UInt8(truncatingIfNeeded: value.count), UInt8(value.count >> 8)]
                response.append(length.span, upTo: call.mtu)
            }
            response.append(value.span, upTo: call.mtu)
            offset += 2
        }
    }

    /// The value, if the attribute is readable at all and over this link.
    func readable(
        _ attribute: Attribute, by connection: ConnectionID
    ) throws(ATTError) -> [UInt8] {
        guard attribute.access.contains(.read) else { throw .readNotPermitted }
        try check(attribute.readSecurity, connection)
        switch attribute.content {
        case .fixed(let bytes): return bytes
        case .value(let id):
            if let deferring { return try remote(id, from: 0, by: connection, deferring) }
            let value = try peripheral.read(id, by: connection)
            // The longest value that an attribute can have (3.2.9).
            return value.count <= 512 ? value : Array(value.prefix(512))
        case .configuration(let slot, _, _):
            guard let index = index(of: connection),
                slot < connections[index].configurations.count
            else { throw .unlikelyError }
            return [connections[index].configurations[slot], 0]
        case .deviceName: return Array(peripheral.gapName.utf8.prefix(248))
        case .appearance:
            var value: [UInt8] = []
            value.append(word: peripheral.gapAppearance)
            return value
        case .preferredParameters: return preferredParameters
        case .serviceChanged, .absent: throw .readNotPermitted
        }
    }

    /// Without keys a link must be paired first; with keys it need only be encrypted (Core Vol 3,
    /// Part C, 10.3.1).
    func check(_ needed: Security, _ connection: ConnectionID) throws(ATTError) {
        guard needed > .open else { return }
        guard let index = index(of: connection) else { throw .unlikelyError }
        let state = connections[index]
        guard state.security < needed else { return }
        // BlueZ does not look for keys (5.66).
        if deferring != nil {
            throw needed == .encrypted ? .insufficientEncryption : .insufficientAuthentication
        }
        throw state.bonded && state.security == .open
            ? .insufficientEncryption : .insufficientAuthentication
    }

    /// Core Vol 3, Part C, 12.3: minimum and maximum interval in 1.25 ms, latency, timeout in 10 ms;
    /// all ones for no preference.
    private var preferredParameters: [UInt8] {
        var value: [UInt8] = []
        func units(_ time: Nanoseconds, _ unit: Nanoseconds) -> UInt16 {
            UInt16(clamping: time.count / unit.count)
        }
        guard let wish = peripheral.gapPreferredParameters else {
            for number: UInt16 in [0xFFFF, 0xFFFF, 0, 0xFFFF] { value.append(word: number) }
            return value
        }
        value.append(word: units(wish.minimumInterval, .microseconds(1_250)))
        value.append(word: units(wish.maximumInterval, .microseconds(1_250)))
        value.append(word: wish.latency)
        value.append(word: units(wish.supervisionTimeout, .milliseconds(10)))
        return value
    }
}
