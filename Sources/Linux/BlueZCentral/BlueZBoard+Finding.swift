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
        guard heard != nil, names.contains("RSSI"),
            let report = ScanReport(device.path, of: client, at: now)
        else { return }
        heard?.append(report)
    }
}
