import Peripheral

/// Flags of `org.bluez.GattCharacteristic1` and `GattDescriptor1`.
enum AttributeFlags {
    /// Of a characteristic whose values and configuration need at least a link of `minimum`.
    static func of(_ characteristic: Characteristic, minimum: Security) -> [String] {
        let properties = characteristic.properties
        let reading = max(characteristic.readSecurity, minimum)
        let writing = max(characteristic.writeSecurity, minimum)
        var flags: [String] = []
        if properties.contains(.broadcast) { flags.append("broadcast") }
        if properties.contains(.read) { flags.append(reading.prefix + "read") }
        if properties.contains(.writeWithoutResponse) {
            flags.append("write-without-response")
            // There is no such flag for commands alone.
            if writing > .open, !properties.contains(.write) {
                flags.append(writing.prefix + "write")
            }
        }
        if properties.contains(.write) { flags.append(writing.prefix + "write") }
        if properties.contains(.notify) { flags.append(minimum.prefix + "notify") }
        if properties.contains(.indicate) { flags.append(minimum.prefix + "indicate") }
        if properties.contains(.signedWrite) { flags.append("authenticated-signed-writes") }
        if properties.contains(.extended) {
            flags.append(properties.contains(.write) ? "reliable-write" : "extended-properties")
        }
        return flags
    }

    /// Of a descriptor, which is protected as its characteristic is.
    static func of(
        _ descriptor: Descriptor, in characteristic: Characteristic, minimum: Security
    ) -> [String] {
        var flags: [String] = []
        if descriptor.readable {
            flags.append(max(characteristic.readSecurity, minimum).prefix + "read")
        }
        if descriptor.writable {
            flags.append(max(characteristic.writeSecurity, minimum).prefix + "write")
        }
        return flags
    }
}

extension Security {
    fileprivate var prefix: String {
        switch self {
        case .open: ""
        case .encrypted: "encrypt-"
        case .authenticated: "encrypt-authenticated-"
        }
    }
}
