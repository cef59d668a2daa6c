import Bluetooth
import Central
import Declaration
import Peripheral
import Simulation
import Wire
import YAML

extension CaseRun {
    func read(_ step: ReadStep, at mark: Mark) throws(CaseEnd) {
        var value: [UInt8] = []
        var refusal: AccessError?
        do throws(AccessError) { value = try access.read(step.characteristic) } catch {
            refusal = error
        }
        try judge(
            refusal, wanted: step.fails, what: "the read of \(step.characteristic)", at: mark)
        guard refusal == nil else { return }
        record.packet(value, .board, channel.name(of: step.characteristic), at: access.now)
        guard let pattern = step.value else { return }
        let fields = try known(mark) { () throws(UnknownField) in try pattern.match(value, kept) }
        guard let fields else {
            throw .failed(
                "\(step.characteristic) holds [\(Hex.text(value))], wanted [\(pattern.text)]",
                at: mark)
        }
        try check(step.conditions, fields, at: access.now, mark)
        keep(fields)
    }

    func connect(_ step: ConnectStep, at mark: Mark) throws(CaseEnd) {
        guard step.fails else {
            return try reach(mark) { () throws(AccessError) in
                try connect(within: step.within, subscribes: step.subscribes)
            }
        }
        if access.isConnected { throw .open("there is already a link", at: mark) }
        guard try comesAbout(before: access.now + step.within, mark) else {
            return note("no connection within \(step.within.text)")
        }
        throw .failed("connected within \(step.within.text), wanted no connection", at: mark)
    }

    /// Whether a board accepts a connection before an instant. A link that it does not answer on
    /// ends by itself, and was none (Core Vol 6, Part B, 4.5).
    private func comesAbout(before limit: Instant, _ mark: Mark) throws(CaseEnd) -> Bool {
        while access.now < limit {
            do throws(AccessError) {
                try access.connect(within: limit - access.now)
                note("connected")
                access.knownServices = nil
                _ = try access.discover()
                return true
            } catch {
                switch error {
                case .timedOut where !access.isConnected: return false
                case .ended: break
                default: throw error.end(at: mark)
                }
            }
            // The end of such a link must not be taken for that of a later one.
            try collect(until: access.now, mark)
        }
        return false
    }

    func ended(_ step: EndedStep, at mark: Mark) throws(CaseEnd) {
        let limit = access.now + step.within
        while linkEnd == nil {
            guard try receive(before: limit, mark) else {
                throw .failed("the link did not end within \(step.within.text)", at: mark)
            }
        }
    }

    func mtu(_ step: MTUStep, at mark: Mark) throws(CaseEnd) {
        if access.limits.contains(.mtuIsFixed) {
            throw .skipped("this target's host chooses the MTU itself", at: mark)
        }
        let mtu = try reach(mark) { () throws(AccessError) in try access.exchangeMTU(step.asks) }
        note("MTU \(mtu)")
        if let wanted = step.gets, wanted != mtu {
            throw .failed("the MTU is \(mtu), wanted \(wanted)", at: mark)
        }
    }

    func services(_ step: ServicesStep, at mark: Mark) throws(CaseEnd) {
        let found = try reach(mark) { () throws(AccessError) in try access.discover() }
        let isPartial = access.limits.contains(.attributesAreHidden)
        for wanted in step.has {
            // On some transports GAP and GATT belong to the host.
            if isPartial, wanted.service == .short(0x1800) || wanted.service == .short(0x1801) {
                throw .skipped("this target's host hides GAP and GATT", at: mark)
            }
            try look(for: wanted, in: found)
        }
        for uuid in step.lacks {
            let isThere = found.contains {
                $0.uuid.matches(uuid) || $0.characteristic(uuid) != nil
            }
            if isThere { throw .failed("\(uuid) is present", at: mark) }
        }
    }

    private func look(
        for wanted: WantedCharacteristic, in services: [RemoteService]
    ) throws(CaseEnd) {
        guard let service = services.first(where: { $0.uuid.matches(wanted.service) }) else {
            throw .failed("there is no service \(wanted.service)", at: wanted.mark)
        }
        guard let found = service.characteristic(wanted.characteristic) else {
            throw .failed(
                "\(wanted.service) has no characteristic \(wanted.characteristic)", at: wanted.mark)
        }
        for property in wanted.properties where !found.properties.contains(property.bit) {
            throw .failed("\(wanted.characteristic) cannot \(property.rawValue)", at: wanted.mark)
        }
    }

    func advertises(_ step: AdvertisesStep, at mark: Mark) throws(CaseEnd) {
        try look(at: try hear(for: step.duration, at: mark), step, mark)
    }

    func hear(for duration: Nanoseconds, at mark: Mark) throws(CaseEnd) -> [ScanReport] {
        let reports = try reach(mark) { () throws(AccessError) in
            try access.scan(active: true, for: duration)
        }
        note("\(reports.count) advertisements received")
        if let report = Self.fullest(of: reports) {
            record.packet(report.data, .board, "adv", at: report.time)
            record.packet(report.scanResponse, .board, "scan rsp", at: report.time)
        }
        return reports
    }

    /// A scan response may be lost now and then; the first report may lack it.
    private static func fullest(of reports: [ScanReport]) -> ScanReport? {
        reports.last { !$0.scanResponse.isEmpty } ?? reports.last
    }

    /// Checks the reports against a step.
    func look(
        at reports: [ScanReport], _ step: AdvertisesStep, _ mark: Mark
    ) throws(CaseEnd) {
        if step.isSilent {
            guard reports.isEmpty else {
                throw .failed("\(reports.count) advertisements received, wanted none", at: mark)
            }
            return
        }
        guard let report = Self.fullest(of: reports) else {
            throw .failed("no advertisement within \(step.duration.text)", at: mark)
        }
        let isRaw = !access.limits.contains(.advertisingIsInterpreted)
        if !isRaw, step.atLeast != nil || step.atMost != nil || step.isConnectable != nil {
            throw .skipped("this target does not expose every advertisement", at: mark)
        }
        if let atLeast = step.atLeast, reports.count < atLeast {
            throw .failed(
                "\(reports.count) advertisements received, wanted at least \(atLeast)", at: mark)
        }
        if let atMost = step.atMost, reports.count > atMost {
            throw .failed(
                "\(reports.count) advertisements received, wanted at most \(atMost)", at: mark)
        }
        if let name = step.name, report.name != name {
            throw .failed("its name is `\(report.name ?? "")`, wanted `\(name)`", at: mark)
        }
        for service in step.services where !report.advertisingData.names(service) {
            throw .failed("\(service) is not advertised", at: mark)
        }
        if let wanted = step.isConnectable, report.connectable != wanted {
            throw .failed(
                wanted ? "the board is not connectable" : "the board is connectable", at: mark)
        }
        if !isRaw, step.data != nil || step.response != nil {
            throw .skipped("this target does not expose raw advertising data", at: mark)
        }
        try fit(report.data, step.data, "the advertising data are", mark)
        try fit(report.scanResponse, step.response, "the scan response is", mark)
        if let pattern = step.manufacturer {
            let found = report.advertisingData.manufacturer
            let company = found?.company ?? 0
            let data =
                found.map { [UInt8(truncatingIfNeeded: company), UInt8(company >> 8)] + $0.data }
                ?? []
            try fit(data, pattern, "the manufacturer's data are", mark)
        }
    }

    private func fit(
        _ bytes: [UInt8], _ pattern: PacketPattern?, _ what: String, _ mark: Mark
    ) throws(CaseEnd) {
        guard let pattern else { return }
        let fields = try known(mark) { () throws(UnknownField) in try pattern.match(bytes, kept) }
        guard let fields else {
            throw .failed("\(what) [\(Hex.text(bytes))], wanted [\(pattern.text)]", at: mark)
        }
        keep(fields)
    }
}

extension PropertyName {
    var bit: CharacteristicProperties {
        switch self {
        case .read: .read
        case .write: .write
        case .notify: .notify
        case .indicate: .indicate
        case .writeWithoutResponse: .writeWithoutResponse
        }
    }
}
