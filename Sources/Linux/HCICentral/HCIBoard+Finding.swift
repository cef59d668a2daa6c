internal import Bluetooth
package import Central
package import Simulation

extension HCIBoard {
    /// After the first board, how long to listen for others: the slowest advertises once a second.
    private static let patienceWithOthers = Nanoseconds.milliseconds(1_500)

    /// Every report of this board's advertising within a time; nothing of other devices.
    package func scan(
        active: Bool, for duration: Nanoseconds
    ) throws(AccessError) -> [ScanReport] {
        let start = now
        try find(until: start + duration)
        var heard: [ScanReport] = []
        let address = board?.address
        try listen(active: active, until: start + duration) { report in
            if report.address == address { heard.append(report) }
            return false
        }
        return heard
    }

    /// Determines the board and its address type; time may run out before.
    func find(until limit: Instant) throws(AccessError) {
        guard board?.isHeard != true else { return }
        if let wanted = board?.address.value {
            try listen(active: false, until: limit) { report in
                guard report.address.value == wanted else { return false }
                board = (report.address, true)
                return true
            }
            return
        }
        var found: [Address] = []
        try listen(active: true, until: limit) { report in
            if report.isBoard, !found.contains(report.address) { found.append(report.address) }
            return !found.isEmpty
        }
        guard !found.isEmpty else { return }
        try listen(active: true, until: min(limit, now + Self.patienceWithOthers)) { report in
            if report.isBoard, !found.contains(report.address) { found.append(report.address) }
            return false
        }
        guard found.count == 1 else {
            let list = found.map(\.description).sorted().joined(separator: ", ")
            throw .unable(
                "\(host.place): there are \(found.count) boards, \(list); say which one:"
                    + " `\(host.place),\(found[0])`")
        }
        board = (found[0], true)
    }

    /// Passes on reports, until they are enough or time has run out.
    private func listen(
        active: Bool, until limit: Instant, _ isEnough: (ScanReport) -> Bool
    ) throws(AccessError) {
        guard limit > now else { return }
        var heard: [ScanReport] = []
        var isDone = false
        func look() {
            for report in heard where !isDone { isDone = isEnough(report) }
            heard = []
        }
        reports = AdvertisingReports(isActive: active)
        onReport = { heard.append($0) }
        defer { onReport = { _ in } }
        try host.complete { host.scan(true, active: active, $0) }
        try host.wait(until: limit.nanoseconds) {
            look()
            return isDone
        }
        try host.complete { host.scan(false, $0) }
        reports.end(onReport)
        look()
    }
}

extension ScanReport {
    /// Whether this is a board that has cases: a MetaWear board in its application or its
    /// bootloader (protocol, core 1.3 and 13.1), or a cap (protocol, triki 1.2).
    var isBoard: Bool {
        guard connectable else { return false }
        let data = advertisingData
        if data.names("326A9000-85CB-9195-D9DD-464CFBBAE75A") { return true }
        let name = (data.name ?? "").lowercased()
        return ["metawear", "metaboot", "triki"].contains { name.hasPrefix($0) }
    }
}
