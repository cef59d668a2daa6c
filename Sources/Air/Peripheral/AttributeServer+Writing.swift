import Bluetooth

/// The requests and commands that write (Core Vol 3, Part F, 3.4.5 and 3.4.6).
extension AttributeServer {
    /// 3.4.5.1.
    func write(
        _ call: inout AttributeCall, _ pdu: Span<UInt8>, _ response: inout [UInt8]
    ) throws(ATTError) {
        let value = pdu.extracting(call.request.headerLength..<pdu.count)
        try write(value, to: call.request.first, .request, by: call.connection)
        AttributePDU(.writeResponse).encode(into: &response)
    }

    /// 3.4.5.3: there is no answer, whatever the result.
    func command(_ call: inout AttributeCall, _ pdu: Span<UInt8>) throws(ATTError) {
        let value = pdu.extracting(call.request.headerLength..<pdu.count)
        try write(value, to: call.request.first, .command, by: call.connection)
    }

    private func writable(
        _ handle: UInt16, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) -> Attribute {
        guard let attribute = table[handle] else { throw .invalidHandle }
        guard attribute.access.contains(kind == .request ? .write : .writeCommand) else {
            throw .writeNotPermitted
        }
        try check(attribute.writeSecurity, connection)
        return attribute
    }

    func write(
        _ value: Span<UInt8>, to handle: UInt16, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        let attribute = try writable(handle, kind, by: connection)
        switch attribute.content {
        case .value(let id):
            guard value.count <= attribute.maximumLength else {
                throw .invalidAttributeValueLength
            }
            if let deferring {
                return try put(
                    value.array(), to: id, kind == .request ? .request : .command, by: connection,
                    deferring)
            }
            try peripheral.write(value, to: id, kind, by: connection)
        case .deviceName:
            guard value.count <= attribute.maximumLength else {
                throw .invalidAttributeValueLength
            }
            try peripheral.nameWritten(value.array(), by: connection)
        case .configuration(let slot, let allowed, let characteristic):
            guard value.count == 2 else { throw .invalidAttributeValueLength }
            let wanted = Subscription(rawValue: value.word(at: 0))
            guard wanted.isSubset(of: allowed), deferring == nil || wanted.rawValue <= 2 else {
                // BlueZ answers differently, and does not support both at once (5.66).
                throw deferring == nil ? .valueNotAllowed : .clientConfigurationImproper
            }
            guard let index = index(of: connection),
                slot < connections[index].configurations.count
            else { throw .unlikelyError }
            let byte = UInt8(truncatingIfNeeded: wanted.rawValue)
            guard connections[index].configurations[slot] != byte else { return }
            connections[index].configurations[slot] = byte
            if let characteristic {
                peripheral.subscriptionChanged(characteristic, by: connection, to: wanted)
            }
        default: throw .writeNotPermitted
        }
    }

    /// 3.4.6.1: the part is stored and echoed; offset and length are checked when it is executed.
    func prepareWrite(
        _ call: inout AttributeCall, _ pdu: Span<UInt8>, _ response: inout [UInt8]
    ) throws(ATTError) {
        let attribute = try writable(call.request.first, .request, by: call.connection)
        if let deferring {
            let length = pdu.count - call.request.headerLength
            guard call.request.second <= 512 else { throw .invalidOffset }
            guard Int(call.request.second) + length <= 512 else {
                throw .invalidAttributeValueLength
            }
            if attribute.asksBeforePreparing, case .value(let id) = attribute.content {
                try put(
                    [], at: Int(call.request.second), to: id, .prepare, by: call.connection,
                    deferring)
            }
        }
        guard let index = index(of: call.connection) else { throw .unlikelyError }
        try connections[index].prepared.append(
            PreparedWrites.Part(
                handle: call.request.first, offset: Int(call.request.second),
                bytes: pdu.array(from: call.request.headerLength)))
        response.append(pdu)
        response[0] = AttributeOpcode.prepareWriteResponse.rawValue
    }

    /// 3.4.6.3: discards the queue, or writes all of it; nothing is written if a part does not fit.
    func executeWrite(_ call: inout AttributeCall, _ response: inout [UInt8]) throws(ATTError) {
        guard let index = index(of: call.connection) else { throw .unlikelyError }
        guard call.request.first <= 1 else { throw .invalidPDU }
        if let deferring {
            try executeRemote(&call, deferring)
            return AttributePDU(.executeWriteResponse).encode(into: &response)
        }
        let parts = connections[index].prepared.take()
        if call.request.first == 1 {
            for value in try assemble(parts, &call) {
                call.handle = value.handle
                let bytes = value.bytes
                try write(bytes.span, to: value.handle, .request, by: call.connection)
            }
        }
        AttributePDU(.executeWriteResponse).encode(into: &response)
    }

    /// Joins the parts of each attribute. A first part at an offset goes into the existing value.
    private func assemble(
        _ parts: [PreparedWrites.Part], _ call: inout AttributeCall
    ) throws(ATTError) -> [PreparedWrites.Part] {
        var values: [PreparedWrites.Part] = []
        for part in parts {
            call.handle = part.handle
            guard let attribute = table[part.handle] else { throw .invalidHandle }
            let known = values.firstIndex { $0.handle == part.handle }
            var value: [UInt8] = []
            if let known {
                value = values[known].bytes
            } else if part.offset > 0 {
                // A value that cannot be read counts as empty: nothing can be written into its
                // middle.
                value = (try? readable(attribute, by: call.connection)) ?? []
            }
            guard part.offset <= value.count else { throw .invalidOffset }
            value.replaceSubrange(
                part.offset..<min(value.count, part.offset + part.bytes.count), with: part.bytes)
            guard value.count <= attribute.maximumLength else {
                throw .invalidAttributeValueLength
            }
            if let known {
                values[known].bytes = value
            } else {
                values.append(PreparedWrites.Part(handle: part.handle, offset: 0, bytes: value))
            }
        }
        return values
    }
}
