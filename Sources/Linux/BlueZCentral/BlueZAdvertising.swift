internal import Bluetooth
internal import Central
internal import DBus
internal import Simulation

extension Address {
    /// Of a device, if BlueZ knows it.
    init?(of path: String, _ client: BlueZClient) {
        guard let properties = client.objects[path, RemoteObjects.device],
            let text = properties["Address"]?.text
        else { return nil }
        let isPublic = properties["AddressType"]?.text == "public"
        self.init(text, kind: isPublic ? .publicDevice : .random)
    }
}

extension ScanReport {
    /// What BlueZ has heard of a device, put together again from its properties; nil before it has heard it.
    init?(_ path: String, of client: BlueZClient, at time: Instant) {
        guard let address = Address(of: path, client),
            let properties = client.objects[path, RemoteObjects.device],
            let rssi = properties["RSSI"]?.number
        else { return nil }
        self.init(
            time: time, address: address, rssi: rssi, connectable: true,
            data: AdvertisingData(Self.data(properties)).fittingBytes,
            // Either fits; together they need not have come in one packet.
            scanResponse: AdvertisingData(Self.name(properties)).fittingBytes
                + AdvertisingData(Self.manufacturer(properties)).fittingBytes)
    }

    private static func data(_ properties: [String: Value]) -> [AdvertisingElement] {
        var elements: [AdvertisingElement] = []
        if let flags = properties["AdvertisingFlags"]?.octets?.first {
            elements.append(.flags(AdvertisingFlags(rawValue: flags)))
        }
        let uuids = (properties["UUIDs"]?.texts ?? []).compactMap { BluetoothUUID(onBus: $0) }
        // UUIDs known only from a link are not advertised; long ones fill an advertisement by
        // themselves.
        let short = uuids.filter { if case .short = $0 { true } else { false } }
        let long = uuids.filter { if case .short = $0 { false } else { true } }
        if !long.isEmpty { elements.append(.services(long, complete: true)) }
        if !short.isEmpty { elements.append(.services(short, complete: true)) }
        return elements
    }

    private static func name(_ properties: [String: Value]) -> [AdvertisingElement] {
        properties["Name"]?.text.map { [.name($0, complete: true)] } ?? []
    }

    private static func manufacturer(_ properties: [String: Value]) -> [AdvertisingElement] {
        guard case .dictionary(_, _, let entries)? = properties["ManufacturerData"],
            // BlueZ keeps those of earlier advertisements in front.
            let entry = entries.last, let company = entry.key.number,
            let bytes = entry.value.unboxed.octets
        else { return [] }
        return [.manufacturer(company: UInt16(truncatingIfNeeded: company), bytes)]
    }
}
