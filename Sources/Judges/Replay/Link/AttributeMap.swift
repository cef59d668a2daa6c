import Bluetooth

/// Which characteristic a handle belongs to, from what a capture shows of discovery.
struct AttributeMap: Sendable, Equatable {
    /// By value handle.
    private(set) var characteristics: [UInt16: BluetoothUUID] = [:]
    /// Those of this link's discovery, and not of an earlier one's.
    private(set) var discovered: Set<BluetoothUUID> = []
    private(set) var services: [BluetoothUUID] = []
    /// By handle of the configuration descriptor, the characteristic.
    private var configurations: [UInt16: BluetoothUUID] = [:]

    var isEmpty: Bool { characteristics.isEmpty }

    mutating func add(service uuid: BluetoothUUID) {
        if !services.contains(uuid) { services.append(uuid) }
    }

    mutating func add(_ uuid: BluetoothUUID, at handle: UInt16) {
        characteristics[handle] = uuid
        discovered.insert(uuid)
    }

    /// What a host knows of the device at the beginning of its next link.
    var remembered: AttributeMap {
        var map = self
        map.discovered = []
        return map
    }

    /// A configuration belongs to the characteristic in front of it.
    mutating func add(configurationAt handle: UInt16) {
        guard let value = characteristics.keys.filter({ $0 < handle }).max() else { return }
        configurations[handle] = characteristics[value]
    }

    func characteristic(at handle: UInt16) -> BluetoothUUID? { characteristics[handle] }

    /// The characteristic that the descriptor at a handle configures. A host that has not asked for descriptors has
    /// them from an earlier link.
    func configured(at handle: UInt16) -> BluetoothUUID? {
        if let known = configurations[handle] { return known }
        guard characteristics[handle] == nil else { return nil }
        return characteristics[handle &- 1]
    }

    var kind: CapturedLink.Kind {
        let all = services + characteristics.values
        if all.contains(KnownCharacteristic.metaWearService)
            || all.contains(KnownCharacteristic.command)
        {
            return .metaWear
        }
        if all.contains(KnownCharacteristic.trikiService)
            || all.contains(KnownCharacteristic.trikiTransmit)
        {
            return .triki
        }
        return .other
    }
}
