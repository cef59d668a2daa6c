import Peripheral

/// The meaning of the flags of an application's characteristic or descriptor
/// (`org.bluez.GattCharacteristic1`, 5.66).
struct AttributeFlags: Equatable {
    var properties: CharacteristicProperties = []
    /// Bit 0 is reliable writing, bit 1 writable auxiliaries (Core Vol 3, Part G, 3.3.3.1).
    var extended: UInt8 = 0
    var access: AttributeAccess = []
    var readSecurity = Security.open
    var writeSecurity = Security.open
    /// The required security of the link for a subscription.
    var subscriptionSecurity = Security.open
    /// Prepared writes require authorization first.
    var authorizes = false

    /// Nil if one of them is unknown, or if there are none.
    init?(characteristic flags: [String]) {
        guard !flags.isEmpty else { return nil }
        for flag in flags {
            guard addAccess(flag) || addProperty(flag) || addSubscription(flag) else { return nil }
        }
        if extended != 0 { properties.insert(.extended) }
    }

    /// Nil if one of them is unknown, or if there are none.
    init?(descriptor flags: [String]) {
        guard !flags.isEmpty else { return nil }
        for flag in flags {
            guard addAccess(flag) else { return nil }
        }
        properties = []
    }

    /// BlueZ allows both kinds of write for any writable value.
    private static let writing: AttributeAccess = [.write, .writeCommand]

    private static let accesses:
        [(flag: String, property: CharacteristicProperties, needs: Security)] = [
            ("read", .read, .open), ("write", .write, .open),
            ("encrypt-read", .read, .encrypted), ("encrypt-write", .write, .encrypted),
            ("encrypt-authenticated-read", .read, .authenticated),
            ("encrypt-authenticated-write", .write, .authenticated),
            // In BlueZ's sense a secure link is at least authenticated.
            ("secure-read", .read, .authenticated), ("secure-write", .write, .authenticated),
        ]

    private mutating func addAccess(_ flag: String) -> Bool {
        if flag == "authorize" {
            authorizes = true
            return true
        }
        guard let row = Self.accesses.first(where: { $0.flag == flag }) else { return false }
        properties.insert(row.property)
        if row.property == .read {
            access.insert(.read)
            readSecurity = max(readSecurity, row.needs)
        } else {
            access.formUnion(Self.writing)
            writeSecurity = max(writeSecurity, row.needs)
        }
        return true
    }

    private mutating func addProperty(_ flag: String) -> Bool {
        switch flag {
        case "broadcast": properties.insert(.broadcast)
        case "extended-properties": properties.insert(.extended)
        case "writable-auxiliaries": extended |= 2
        case "write-without-response": addWriting(.writeWithoutResponse)
        case "authenticated-signed-writes": addWriting(.signedWrite)
        case "reliable-write":
            extended |= 1
            addWriting([])
        default: return false
        }
        return true
    }

    private mutating func addWriting(_ property: CharacteristicProperties) {
        properties.formUnion(property)
        access.formUnion(Self.writing)
    }

    private static let subscriptions: [(prefix: String, needs: Security)] = [
        ("", .open), ("encrypt-", .encrypted), ("encrypt-authenticated-", .authenticated),
        ("secure-", .authenticated),
    ]

    private mutating func addSubscription(_ flag: String) -> Bool {
        for (prefix, needs) in Self.subscriptions {
            switch flag {
            case prefix + "notify": properties.insert(.notify)
            case prefix + "indicate": properties.insert(.indicate)
            default: continue
            }
            subscriptionSecurity = max(subscriptionSecurity, needs)
            return true
        }
        return false
    }
}
