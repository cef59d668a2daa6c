package import Bluetooth
package import Central
package import Simulation

/// Combines a controller's legacy reports into advertising events: the advertisement, and the scan
/// response that followed it (Core Vol 4, Part E, 7.7.65.2).
package struct AdvertisingReports {
    /// Whether a scan response is waited for.
    let isActive: Bool
    private var open: [ScanReport] = []
    /// The most advertisers with a pending scan response.
    private static let mostOpen = 64

    package init(isActive: Bool) { self.isActive = isActive }

    /// Event_Type of the reports.
    private enum Kind {
        static let connectable: ClosedRange<UInt8> = 0...1
        static let scannable: Set<UInt8> = [0, 2]
        static let scanResponse: UInt8 = 4
    }

    /// Takes the parameters of an event, and passes on complete reports; false if the event is garbled.
    package mutating func take(
        _ event: borrowing HCIFields, at time: Instant, _ onReport: (ScanReport) -> Void
    ) -> Bool {
        event.forEachEntry(event[.count]) { take(report: $0, at: time, onReport) }
    }

    private mutating func take(
        report entry: borrowing HCIFields, at time: Instant, _ onReport: (ScanReport) -> Void
    ) {
        let address = entry.peer
        let data = entry.octets(.rest)
        if entry[.type] == Kind.scanResponse {
            guard let index = open.firstIndex(where: { $0.address == address }) else { return }
            var report = open.remove(at: index)
            report.scanResponse = data
            return onReport(report)
        }
        finish(address, onReport)
        let report = ScanReport(
            time: time, address: address, rssi: Int(entry[.rssi] as Int8),
            connectable: Kind.connectable.contains(entry[.type]), data: data, scanResponse: [])
        guard isActive, Kind.scannable.contains(entry[.type]) else { return onReport(report) }
        if open.count == Self.mostOpen { onReport(open.removeFirst()) }
        open.append(report)
    }

    /// No scan response came.
    private mutating func finish(_ address: Address, _ onReport: (ScanReport) -> Void) {
        guard let index = open.firstIndex(where: { $0.address == address }) else { return }
        onReport(open.remove(at: index))
    }

    /// The scan is over.
    mutating func end(_ onReport: (ScanReport) -> Void) {
        for report in open { onReport(report) }
        open = []
    }
}
