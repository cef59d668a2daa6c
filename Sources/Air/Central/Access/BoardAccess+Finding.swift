internal import Bluetooth
package import Simulation

extension BoardAccess {
    /// After the first board, how long to listen for others: the slowest advertises once a second.
    private static let patienceWithOthers = Nanoseconds.milliseconds(1_500)

    /// Every advertising report of this board within a time; none of other devices.
    package func scan(
        active: Bool, for duration: Nanoseconds
    ) throws(AccessError) -> [ScanReport] {
        try check()
        let limit = now + duration
        let address: Address
        switch choice {
        case .address(let wanted): address = wanted
        case .only:
            guard let found = try find(until: limit) else { return [] }
            address = found
        }
        var heard: [ScanReport] = []
        try listen(Self.kind(active, address, limits), until: limit) { report in
            if report.address.value == address.value { heard.append(report) }
            return false
        }
        return heard
    }

    /// A host that only shows what it makes of the advertising remembers it, too.
    private static func kind(
        _ isActive: Bool, _ address: Address, _ limits: AccessLimits
    ) -> ScanKind {
        if limits.contains(.advertisingIsInterpreted) { return .fresh(address) }
        return isActive ? .active : .passive
    }

    /// Connects as soon as the board advertises.
    package func connect(within limit: Nanoseconds) throws(AccessError) {
        guard !isConnected else { throw .unable("there is a link already") }
        try check()
        let deadline = now + limit
        while true {
            guard let address = try find(until: deadline) else {
                throw .timedOut("an advertisement of \(words)")
            }
            if try attempt(address, until: deadline) { return }
        }
    }

    private var words: String {
        if case .address(let address) = choice { "\(address)" } else { "a board" }
    }

    /// The board's address with its type, once it can be connected to; nil if time runs out before.
    private func find(until limit: Instant) throws(AccessError) -> Address? {
        switch choice {
        case .address(let wanted):
            var found: Address? { port.known.first { $0.value == wanted.value } }
            if let found { return found }
            try listen(.passive, until: limit, leastWall: port.patience) { _ in found != nil }
            return found
        case .only(let isBoard):
            if chosen == nil { chosen = try choose(isBoard, until: limit) }
            return chosen
        }
    }

    private func choose(
        _ isBoard: (ScanReport) -> Bool, until limit: Instant
    ) throws(AccessError) -> Address? {
        var found: [Address] = []
        func take(_ report: ScanReport) {
            if isBoard(report), !found.contains(report.address) { found.append(report.address) }
        }
        try listen(.active, until: limit) { report in
            take(report)
            return !found.isEmpty
        }
        guard !found.isEmpty else { return nil }
        try listen(.active, until: min(limit, now + Self.patienceWithOthers)) { report in
            take(report)
            return false
        }
        guard found.count == 1 else {
            let list = found.map { $0.description }.sorted().joined(separator: ", ")
            throw .unable(
                "\(name): there are \(found.count) boards, \(list); say which one:"
                    + " `\(name),\(found[0])`")
        }
        return found[0]
    }

    /// Passes on reports, until they are enough or time has run out.
    private func listen(
        _ kind: ScanKind, until limit: Instant, leastWall: Nanoseconds = .zero,
        _ isEnough: (ScanReport) -> Bool
    ) throws(AccessError) {
        guard limit > now || leastWall > .zero else { return }
        var heard: [ScanReport] = []
        var isDone = false
        func look() {
            for report in heard where !isDone { isDone = isEnough(report) }
            heard = []
        }
        onReport = { heard.append($0) }
        defer { onReport = nil }
        try complete("the beginning of a scan") { port.scan(kind, $0) }
        _ = try wait(until: limit, leastWall: leastWall) {
            look()
            return isDone
        }
        // What the radio has heard by now.
        try fence()
        try complete("the end of a scan") { port.scan(nil, $0) }
        look()
    }
}
