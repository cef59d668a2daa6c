import Bluetooth
import Central
import Simulation

/// Combines a controller's legacy reports into advertising events: the advertisement, and the scan
/// response that followed it (Core Vol 4, Part E, 7.7.65.2).
struct AdvertisingReports {
    /// Whether a scan response is waited for.
    let isActive: Bool
    private var open: [ScanReport] = []
    /// The most advertisers with a pending scan response.
    private static let mostOpen = 64

    init(isActive: Bool) { self.isActive = isActive }

    /// Event_Type of the reports.
    private enum Kind {
        static let connectable: ClosedRange<UInt8> = 0...1
        static let scannable: Set<UInt8> = [0, 2]
        static let scanResponse: UInt8 = 4
    }

    /// Takes an event after its subevent code, and passes on complete reports; false if the event
    /// is garbled.
    mutating func take(
        _ event: Span<UInt8>, at time: Instant, _ onReport: (ScanReport) -> Void
    ) -> Bool {
        var reader = OctetReader(event)
        for _ in 0..<reader.byte() {
            let (type, kind) = (reader.byte(), reader.byte())
            let address = reader.address(kind & 1 == 0 ? .publicDevice : .random)
            let data = reader.array(Int(reader.byte()))
            let rssi = Int(reader.signed())
            guard !reader.isShort else { return false }
            if type == Kind.scanResponse {
                guard let index = open.firstIndex(where: { $0.address == address }) else {
                    continue
                }
                var report = open.remove(at: index)
                report.scanResponse = data
                onReport(report)
                continue
            }
            finish(address, onReport)
            let report = ScanReport(
                time: time, address: address, rssi: rssi,
                connectable: Kind.connectable.contains(type), data: data, scanResponse: [])
            if isActive, Kind.scannable.contains(type) {
                if open.count == Self.mostOpen { onReport(open.removeFirst()) }
                open.append(report)
            } else {
                onReport(report)
            }
        }
        return !reader.isShort
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
