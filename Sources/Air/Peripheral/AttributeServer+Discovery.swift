import Bluetooth

/// The requests that find attributes (Core Vol 3, Part F, 3.4.3 and 3.4.4.1, 3.4.4.9).
extension AttributeServer {
    /// 3.4.3.1: handles with their types, all of one width.
    func findInformation(_ call: inout AttributeCall, _ response: inout [UInt8]) throws(ATTError) {
        let table = table
        let range = try call.range(in: table)
        guard let first = range.first(where: { table[UInt16($0)] != nil }) else {
            throw .attributeNotFound
        }
        let width = table.attributes[first - 1].type.width
        // Format 1: 16-bit UUIDs; format 2: 128-bit UUIDs.
        AttributePDU(.findInformationResponse, width == 2 ? 1 : 2).encode(into: &response)
        for handle in range {
            let type = table.attributes[handle - 1].type
            if case .absent = table.attributes[handle - 1].content { continue }
            guard type.width == width, response.count + 2 + width <= call.mtu else { break }
            response.append(word: UInt16(handle))
            type.append(to: &response)
        }
    }

    /// 3.4.3.3: the groups (or single attributes) with this type and value.
    func findByTypeValue(
        _ call: inout AttributeCall, _ pdu: Span<UInt8>, _ response: inout [UInt8]
    ) throws(ATTError) {
        let table = table
        let type = BluetoothUUID.short(call.request.third)
        let wanted = pdu.array(from: call.request.headerLength)
        AttributePDU(.findByTypeValueResponse).encode(into: &response)
        for handle in try call.range(in: table) {
            let attribute = table.attributes[handle - 1]
            guard attribute.type.matches(type) else { continue }
            // A value that cannot be read does not match.
            guard let value = try? readable(attribute, by: call.connection), value == wanted else {
                continue
            }
            guard response.count + 4 <= call.mtu else { break }
            response.append(word: UInt16(handle))
            response.append(word: attribute.groupEnd == 0 ? UInt16(handle) : attribute.groupEnd)
        }
        guard response.count > 1 else { throw .attributeNotFound }
    }

    /// 3.4.4.1: handles with the values of one type, all of one length.
    func readByType(
        _ call: inout AttributeCall, _ pdu: Span<UInt8>, _ response: inout [UInt8]
    ) throws(ATTError) {
        let table = table
        let type = try self.type(call, pdu)
        var length = 0
        for handle in try call.range(in: table) {
            let attribute = table.attributes[handle - 1]
            guard attribute.type.matches(type), table[UInt16(handle)] != nil else { continue }
            let value: [UInt8]
            do {
                value = try readable(attribute, by: call.connection)
            } catch {
                // An error of the first value is the answer; a later one only ends the list.
                if length > 0 { break }
                call.handle = UInt16(handle)
                throw error
            }
            if length == 0 {
                length = 2 + min(value.count, call.mtu - 4, 253)
                AttributePDU(.readByTypeResponse, UInt16(length)).encode(into: &response)
            } else if 2 + value.count != length || response.count + length > call.mtu {
                break
            }
            response.append(word: UInt16(handle))
            response.append(contentsOf: value.prefix(length - 2))
        }
        guard length > 0 else { throw .attributeNotFound }
    }

    /// 3.4.4.9: groups with the values of their declarations, all of one length.
    func readByGroupType(
        _ call: inout AttributeCall, _ pdu: Span<UInt8>, _ response: inout [UInt8]
    ) throws(ATTError) {
        let table = table
        let range = try call.range(in: table)
        let type = try self.type(call, pdu)
        // Characteristics are groups too, but not for this request (Part G, 2.5.3).
        guard
            type.matches(AttributeTable.Kind.primaryService)
                || type.matches(AttributeTable.Kind.secondaryService)
        else { throw .unsupportedGroupType }
        var length = 0
        for handle in range {
            let attribute = table.attributes[handle - 1]
            guard attribute.type.matches(type), case .fixed(let value) = attribute.content else {
                continue
            }
            if length == 0 {
                length = 4 + min(value.count, call.mtu - 6, 251)
                AttributePDU(.readByGroupTypeResponse, UInt16(length)).encode(into: &response)
            } else if 4 + value.count != length || response.count + length > call.mtu {
                break
            }
            response.append(word: UInt16(handle))
            response.append(word: attribute.groupEnd)
            response.append(contentsOf: value.prefix(length - 4))
        }
        guard length > 0 else { throw .attributeNotFound }
    }

    private func type(_ call: AttributeCall, _ pdu: Span<UInt8>) throws(ATTError) -> BluetoothUUID {
        guard let type = BluetoothUUID(littleEndian: pdu.array(from: call.request.headerLength))
        else { throw .invalidPDU }
        return type
    }
}

extension BluetoothUUID {
    /// In bytes on the air.
    var width: Int {
        switch self {
        case .short: 2
        case .long: 16
        }
    }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .short(let value): bytes.append(word: value)
        case .long: bytes.append(contentsOf: littleEndian)
        }
    }
}
