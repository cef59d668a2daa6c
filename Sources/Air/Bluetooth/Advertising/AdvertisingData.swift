/// Advertising or scan response data: a sequence of AD structures (Core Vol 3, Part C, 11).
package struct AdvertisingData: Sendable, Equatable {
    /// The capacity of a legacy advertising PDU, in bytes (Core Vol 6, Part B, 2.3.1.1).
    package static let limit = 31

    /// The structures in their order on the air.
    package var elements: [AdvertisingElement]

    /// Data of these elements, to be encoded with `bytes`.
    package init(_ elements: [AdvertisingElement] = []) { self.elements = elements }

    /// Parses bytes from the air; a structure of length 0 or one that extends beyond the data ends
    /// it, and the structures before it are kept.
    package init(parsing bytes: [UInt8]) {
        elements = []
        var offset = 0
        while offset < bytes.count {
            let length = Int(bytes[offset])
            guard length > 0, offset + 1 + length <= bytes.count else { return }
            elements.append(
                AdvertisingElement(
                    type: bytes[offset + 1], value: Array(bytes[offset + 2..<offset + 1 + length])))
            offset += 1 + length
        }
    }

    /// The bytes on the air.
    ///
    /// - Throws: `AdvertisingDataError.tooLong` if it does not fit 31 bytes.
    package func bytes() throws(AdvertisingDataError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(Self.limit)
        for element in elements { Self.append(element, to: &result) }
        guard result.count <= Self.limit else {
            throw .tooLong(bytes: result.count, limit: Self.limit)
        }
        return result
    }

    /// The bytes on the air, without the elements that do not fit 31 bytes; a complete name that
    /// does not fit is shortened.
    package var fittingBytes: [UInt8] {
        var result: [UInt8] = []
        for element in elements {
            let room = Self.limit - result.count - 2
            if element.encoded.value.count <= room {
                Self.append(element, to: &result)
            } else if case .name(let name, _) = element, room > 0 {
                var cut = name
                while cut.utf8.count > room { cut.removeLast() }
                Self.append(.name(cut, complete: false), to: &result)
            }
        }
        return result
    }

    private static func append(_ element: AdvertisingElement, to bytes: inout [UInt8]) {
        let (type, value) = element.encoded
        bytes.append(UInt8(truncatingIfNeeded: value.count + 1))
        bytes.append(type)
        bytes.append(contentsOf: value)
    }

    /// The complete or shortened name, if there is one.
    package var name: String? {
        for case .name(let name, _) in elements { return name }
        return nil
    }

    /// All service UUIDs, of both widths.
    package var services: [BluetoothUUID] {
        elements.flatMap { element -> [BluetoothUUID] in
            if case .services(let uuids, _) = element { uuids } else { [] }
        }
    }

    /// The first manufacturer data, if there is any.
    package var manufacturer: (company: UInt16, data: [UInt8])? {
        for case .manufacturer(let company, let data) in elements { return (company, data) }
        return nil
    }

    /// The flags; empty if there are none.
    package var flags: AdvertisingFlags {
        for case .flags(let flags) in elements { return flags }
        return []
    }

    /// The transmit power in dBm, if there is one.
    package var txPower: Int8? {
        for case .txPower(let power) in elements { return power }
        return nil
    }

    /// True if this service is in the data, whatever the width of its UUID.
    package func names(_ service: BluetoothUUID) -> Bool {
        services.contains { $0.matches(service) }
    }
}

/// Why advertising data cannot be encoded.
package enum AdvertisingDataError: Error, Equatable {
    /// Both in bytes; shorten the name or move an element to the scan response.
    case tooLong(bytes: Int, limit: Int)
}

extension AdvertisingDataError: CustomStringConvertible {
    /// One sentence with the fix.
    package var description: String {
        switch self {
        case .tooLong(let bytes, let limit):
            "advertising data of \(bytes) bytes exceeds \(limit): shorten the name or move a part "
                + "to the scan response"
        }
    }
}
