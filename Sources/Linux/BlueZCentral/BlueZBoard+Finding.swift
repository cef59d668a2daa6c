internal import Bluetooth
package import Central
internal import DBus
internal import EventLoop
package import Simulation

extension BlueZBoard {
    /// Every report of this board's advertising within a time, as far as BlueZ reports it; BlueZ
    /// always requests scan responses.
    package func scan(
        active: Bool, for duration: Nanoseconds
    ) throws(AccessError) -> [ScanReport] {
        let limit = now + duration
        heard = []
        defer { heard = nil }
        try forget()
        try startDiscovery()
        try wait(until: limit)
        // What bluetoothd has reported by now.
        try client.fence()
        let reports = heard ?? []
        stopDiscovery()
        return reports
    }

    /// BlueZ's cached data about a board, above all its name, are not what it advertises now. Keys
    /// stay.
    private func forget() throws(AccessError) {
        guard property("Address") != nil, !isConnected, property("Paired")?.flag != true else {
            return
        }
        _ = try client.answer(adapter, RemoteObjects.adapter, "RemoveDevice", [.path(device.path)])
    }

    func startDiscovery() throws(AccessError) {
        try client.complete { client.startDiscovery(by: adapter, $0) }
    }

    func stopDiscovery() {
        // If the adapter is gone, the next call reports it.
        try? client.complete { done in client.stopDiscovery(by: adapter) { done(.success(())) } }
    }

    /// A property of the device has changed: each advertisement changes its signal strength.
    func report(_ names: [String]) {
        // A new device comes with all its known properties.
        guard heard != nil, names.contains("RSSI"), let rssi = property("RSSI")?.number else {
            return
        }
        heard?.append(
            ScanReport(
                time: now, address: address, rssi: rssi, connectable: true,
                data: AdvertisingData(dataElements).fittingBytes,
                scanResponse: AdvertisingData(nameElements).fittingBytes))
    }

    private var dataElements: [AdvertisingElement] {
        var elements: [AdvertisingElement] = []
        if let flags = property("AdvertisingFlags")?.octets?.first {
            elements.append(.flags(AdvertisingFlags(rawValue: flags)))
        }
        let uuids = (property("UUIDs")?.texts ?? []).compactMap { BluetoothUUID(onBus: $0) }
        // UUIDs known only from a link are not advertised; long ones fill an advertisement by
        // themselves.
        let short = uuids.filter { if case .short = $0 { true } else { false } }
        let long = uuids.filter { if case .short = $0 { false } else { true } }
        if !long.isEmpty { elements.append(.services(long, complete: true)) }
        if !short.isEmpty { elements.append(.services(short, complete: true)) }
        return elements
    }

    private var nameElements: [AdvertisingElement] {
        var elements: [AdvertisingElement] = []
        if let name = property("Name")?.text { elements.append(.name(name, complete: true)) }
        if case .dictionary(_, _, let entries)? = property("ManufacturerData") {
            for entry in entries {
                guard let company = entry.key.number, let bytes = entry.value.unboxed.octets else {
                    continue
                }
                elements.append(
                    .manufacturer(company: UInt16(truncatingIfNeeded: company), bytes))
            }
        }
        return elements
    }
}
