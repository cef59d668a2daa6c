import Bluetooth
import Peripheral

/// The attributes of one service, laid out as bluetoothd 5.66 does: inclusions, then each
/// characteristic with its configuration (2902), its extended properties (2900) and its own
/// descriptors.
struct ServiceRows {
    /// Of its declaration.
    let start: UInt16
    /// How many handles it reserves, whether it uses them all or not.
    let count: Int
    /// In ascending order of handles.
    private(set) var rows: [(handle: UInt16, attribute: Attribute)] = []
    private var next: Int

    /// The last handle that it reserves.
    var end: UInt16 { UInt16(truncatingIfNeeded: Int(start) + count - 1) }

    /// - Precondition: all handles of the service are at most 0xFFFF.
    init(_ uuid: BluetoothUUID, isPrimary: Bool = true, start: UInt16, count: Int) {
        self.start = start
        self.count = count
        next = Int(start)
        let type: BluetoothUUID = isPrimary ? "2800" : "2801"
        _ = append(type, .fixed(uuid.littleEndian))
        rows[0].attribute.groupEnd = end
    }

    /// Nil if there is no handle left, or not this one.
    private mutating func append(
        _ type: BluetoothUUID, _ content: Attribute.Content, _ access: AttributeAccess = .read,
        at wish: UInt16 = 0
    ) -> UInt16? {
        let handle = wish == 0 ? next : Int(wish)
        guard handle >= next, handle <= Int(end) else { return nil }
        next = handle + 1
        let number = UInt16(truncatingIfNeeded: handle)
        rows.append((number, Attribute(type: type, content: content, access: access)))
        return number
    }

    /// Adds an inclusion (Core Vol 3, Part G, 3.2): a 16-bit UUID is included.
    mutating func include(_ other: ServiceRows, _ uuid: BluetoothUUID) {
        var value: [UInt8] = []
        value.append(word: other.start)
        value.append(word: other.end)
        if case .short(let short) = uuid { value.append(word: short) }
        _ = append("2802", .fixed(value))
    }

    /// Adds declaration and value; returns the value's handle, which is also the number of the
    /// value unless the content says otherwise.
    ///
    /// - Parameter wish: for the value's handle; 0 for none.
    mutating func characteristic(
        _ uuid: BluetoothUUID, _ properties: CharacteristicProperties, at wish: UInt16 = 0,
        _ content: Attribute.Content? = nil, _ flags: AttributeFlags? = nil
    ) -> UInt16? {
        guard wish != 1, let declaration = append("2803", .fixed([]), at: wish == 0 ? 0 : wish - 1),
            declaration < .max
        else { return nil }
        let handle = declaration + 1
        var value = [properties.rawValue]
        value.append(word: handle)
        rows[rows.count - 1].attribute.content = .fixed(value + uuid.littleEndian)
        rows[rows.count - 1].attribute.groupEnd = handle
        var access: AttributeAccess = []
        if properties.contains(.read) { access.insert(.read) }
        if properties.contains(.write) { access.insert(.write) }
        guard
            append(
                uuid, content ?? .value(ValueID(handle)), flags?.access ?? access, at: handle)
                != nil
        else { return nil }
        if let flags { protect(flags) }
        return handle
    }

    /// Adds the configuration of a characteristic that notifies or indicates; nil for Service Changed.
    mutating func configuration(
        of characteristic: ValueID?, _ properties: CharacteristicProperties,
        _ security: Security = .open
    ) -> Bool {
        var allowed: Subscription = []
        if properties.contains(.notify) { allowed.insert(.notifications) }
        if properties.contains(.indicate) { allowed.insert(.indications) }
        guard !allowed.isEmpty else { return true }
        guard
            append(
                "2902",
                .configuration(slot: 0, allowed: allowed, characteristic: characteristic),
                [.read, .write]) != nil
        else { return false }
        rows[rows.count - 1].attribute.writeSecurity = security
        return true
    }

    /// Adds the descriptor of further properties, if there are any.
    mutating func extendedProperties(_ bits: UInt8) -> Bool {
        bits == 0 || append("2900", .fixed([bits, 0])) != nil
    }

    /// Adds a descriptor of an application; returns its handle, which is the number of its value.
    mutating func descriptor(
        _ uuid: BluetoothUUID, at wish: UInt16, _ flags: AttributeFlags
    ) -> UInt16? {
        guard let handle = append(uuid, .fixed([]), flags.access, at: wish) else { return nil }
        rows[rows.count - 1].attribute.content = .value(ValueID(handle))
        protect(flags)
        return handle
    }

    private mutating func protect(_ flags: AttributeFlags) {
        let last = rows.count - 1
        rows[last].attribute.readSecurity = flags.readSecurity
        rows[last].attribute.writeSecurity = flags.writeSecurity
        rows[last].attribute.isReliable = flags.extended & 1 != 0
        rows[last].attribute.asksBeforePreparing = flags.authorizes
    }
}
