import Bluetooth
import Central
import Declaration
import MetaWearTables
import Peripheral
import Simulation
import Wire
import YAML

extension CaseRun {
    func write(_ step: WriteStep, at mark: Mark) throws(CaseEnd) {
        let bytes = try known(mark) { () throws(UnknownField) in try step.packet.bytes(kept) }
        let kind: WriteKind =
            switch step.kind {
            case .request: .request
            case .command: .command
            case nil:
                step.to == nil ? CaseChannel.way(bytes, to: item.device) : .request
            }
        try send(bytes, to: step.to ?? channel.command, kind, fails: step.fails, at: mark)
    }

    func send(
        _ bytes: [UInt8], to uuid: BluetoothUUID, _ kind: WriteKind, fails: RefusalCode?,
        at mark: Mark
    ) throws(CaseEnd) {
        record.packet(bytes, .host, channel.name(of: uuid), at: access.now)
        var refusal: AccessError?
        do throws(AccessError) { try access.write(bytes, to: uuid, kind) } catch {
            refusal = error
        }
        if case .ended(let why)? = refusal, kind == .command, fails == nil, isResetting {
            return try lose(why, mark)
        }
        if item.device == .metawear, Self.resets.contains(Array(bytes.prefix(2))) {
            isResetting = true
        }
        try judge(refusal, wanted: fails, what: "the write", at: mark)
    }

    /// Commands after which the board ends the link (protocol, core 9).
    private static let resets = Set(
        [0x01, 0x02, 0x06].map { [MWModule.debug.rawValue, $0] })

    /// A command after a reset that finds the link closed is lost, as is one that was on its way:
    /// which of them it is depends on the speed of the host.
    private func lose(_ why: String, _ mark: Mark) throws(CaseEnd) {
        let limit = access.now + .seconds(1)
        while linkEnd == nil, try receive(before: limit, mark) {}
        linkEnd = linkEnd ?? why
    }

    /// Compares a refusal with the error that a step expects, if any.
    func judge(
        _ refusal: AccessError?, wanted: RefusalCode?, what: String, at mark: Mark
    ) throws(CaseEnd) {
        guard let wanted else {
            if let refusal { throw refusal.end(at: mark) }
            return
        }
        switch refusal {
        case nil: throw .failed("\(what) succeeded, wanted error \(wanted.text)", at: mark)
        case .attribute(let error):
            guard error.rawValue == wanted.value else {
                throw .failed(
                    "\(what) was refused with \(error) (0x\(String(error.rawValue, radix: 16))),"
                        + " wanted \(wanted.text)", at: mark)
            }
        case let other?: throw other.end(at: mark)
        }
    }

    func ask(_ step: AskStep, at mark: Mark) throws(CaseEnd) {
        let bytes = try known(mark) { () throws(UnknownField) in try step.packet.bytes(kept) }
        try send(
            bytes, to: channel.command, CaseChannel.way(bytes, to: item.device), fails: nil,
            at: mark)
        var expect = ExpectStep()
        expect.packet = step.answer
        expect.within = step.within
        expect.conditions = step.conditions
        try self.expect(expect, at: mark)
    }

    func expect(_ step: ExpectStep, at mark: Mark) throws(CaseEnd) {
        let uuid = step.from ?? channel.notification
        let limit = access.now + step.within
        var looked = 0
        while true {
            while looked < inbox.count {
                if try take(looked, step, uuid, mark) { return }
                looked += 1
            }
            if let linkEnd {
                throw .failed(
                    "the link ended (\(linkEnd)) before [\(step.packet.text)] arrived", at: mark)
            }
            guard try receive(before: limit, mark) else { break }
        }
        throw .failed("no [\(step.packet.text)] within \(step.within.text)", at: mark)
    }

    /// Checks one packet of the inbox; true if it matched, and was removed.
    private func take(
        _ index: Int, _ step: ExpectStep, _ uuid: BluetoothUUID, _ mark: Mark
    ) throws(CaseEnd) -> Bool {
        let packet = inbox[index]
        guard packet.uuid == uuid else { return false }
        let fields = try known(mark) { () throws(UnknownField) in
            try step.packet.match(packet.bytes, kept)
        }
        guard let fields else {
            if step.isNext || (!step.passesOver && step.packet.concerns(packet.bytes)) {
                throw .failed(
                    "received [\(Hex.text(packet.bytes))], wanted [\(step.packet.text)]", at: mark)
            }
            return false
        }
        if step.passesOver {
            for condition in step.conditions {
                let holds = try known(condition.mark) { () throws(UnknownField) in
                    try condition.evaluate(fields, kept).holds
                }
                if !holds { return false }
            }
        }
        try check(step.conditions, fields, at: packet.time, mark)
        keep(fields)
        inbox.remove(at: index)
        return true
    }

    func stream(_ step: StreamStep, at mark: Mark) throws(CaseEnd) {
        let uuid = step.from ?? channel.notification
        // Earlier packets do not belong to it, nor those that are still on their way.
        try collect(until: access.now, mark)
        inbox.removeAll { $0.uuid == uuid && step.packet.concerns($0.bytes) }
        let first = inbox.count
        try collect(until: access.now + step.duration, mark)
        var count = 0
        var sums = [Double](repeating: 0, count: step.means.count)
        var last: [Double?] = Array(repeating: nil, count: step.rising.count)
        var rest = Array(inbox[..<first])
        for packet in inbox[first...] {
            guard packet.uuid == uuid, step.packet.concerns(packet.bytes) else {
                rest.append(packet)
                continue
            }
            let fields = try known(mark) { () throws(UnknownField) in
                try step.packet.match(packet.bytes, kept)
            }
            guard let fields else {
                throw .failed(
                    "received [\(Hex.text(packet.bytes))], wanted [\(step.packet.text)]", at: mark)
            }
            try check(step.conditions, fields, at: packet.time, mark)
            for (index, mean) in step.means.enumerated() {
                sums[index] += try known(mean.mark) { () throws(UnknownField) in
                    try mean.evaluate(fields, kept).value
                }
            }
            for (index, name) in step.rising.enumerated() {
                let value = fields[name]?.number ?? 0
                if let before = last[index], value < before {
                    throw .failed(
                        "\(name) fell from \(NumberText.plain(before)) to \(NumberText.plain(value))",
                        at: mark)
                }
                last[index] = value
            }
            keep(fields)
            count += 1
        }
        inbox = rest
        try checkCount(count, step, mark)
        for (index, mean) in step.means.enumerated() where count > 0 {
            let outcome = try known(mean.mark) { () throws(UnknownField) in
                try mean.compare(sums[index] / Double(count), kept)
            }
            record.check(outcome, of: mean, at: access.now)
            guard outcome.holds else {
                throw .failed("the mean of " + outcome.text, at: mean.mark)
            }
        }
    }

    private func checkCount(_ count: Int, _ step: StreamStep, _ mark: Mark) throws(CaseEnd) {
        guard count < step.atLeast || count > step.atMost else { return }
        let wanted =
            step.atMost == 1_000_000
            ? "at least \(step.atLeast)" : "\(step.atLeast) to \(step.atMost)"
        throw .failed(
            "\(count) packets [\(step.packet.text)] within \(step.duration.text), wanted \(wanted)",
            at: mark)
    }

    func forget(_ step: ForgetStep, at mark: Mark) throws(CaseEnd) {
        try collect(until: access.now + step.duration, mark)
        guard let pattern = step.packet else { return inbox.removeAll() }
        var rest: [Received] = []
        for packet in inbox {
            let fields = try known(mark) { () throws(UnknownField) in
                try pattern.match(packet.bytes, kept)
            }
            if fields == nil { rest.append(packet) }
        }
        inbox = rest
    }

    func silence(_ step: SilenceStep, at mark: Mark) throws(CaseEnd) {
        try collect(until: access.now + step.duration, mark)
        for packet in inbox {
            guard let pattern = step.packet else {
                throw .failed("received [\(Hex.text(packet.bytes))], wanted silence", at: mark)
            }
            let fields = try known(mark) { () throws(UnknownField) in
                try pattern.match(packet.bytes, kept)
            }
            if fields != nil {
                throw .failed(
                    "received [\(Hex.text(packet.bytes))], wanted no [\(pattern.text)]", at: mark)
            }
        }
    }
}
