import Conformance
import Wire

extension LinkComparison {
    private struct Heard {
        var time: Int64
        var bytes: [UInt8]
        /// When the host asked; nil if it did not.
        var asked: Int64?
    }

    /// Compares the answers and streams of a MetaWear.
    mutating func compareValues() {
        let commands = self.commands
        let captured = heard(link.events, from: link.began, commands)
        let model = heard(played.values, from: 0, commands)
        for kind in Set(captured.keys).union(model.keys).sorted() {
            let (a, b) = (captured[kind] ?? [], model[kind] ?? [])
            if kind.isAnswer { compareAnswers(kind, a, b) } else { compareStream(kind, a, b) }
        }
    }

    /// By kind; times count from the beginning of the link.
    private func heard(
        _ events: [CapturedLink.TimedEvent], from began: Int64, _ commands: [[UInt8]: [Int64]]
    ) -> [PacketKind: [Heard]] {
        var heard: [PacketKind: [Heard]] = [:]
        for item in events {
            guard case .value(KnownCharacteristic.notification, let bytes) = item.event,
                bytes.count >= 2
            else { continue }
            let time = item.time - began
            heard[PacketKind(bytes), default: []].append(
                Heard(
                    time: time, bytes: bytes,
                    asked: commands[Array(bytes.prefix(2))].flatMap { Self.last(of: $0, at: time) })
            )
        }
        return heard
    }

    /// When the host wrote, by module and register; operations of capture and model begin at the same time.
    private var commands: [[UInt8]: [Int64]] {
        var times: [[UInt8]: [Int64]] = [:]
        for item in link.events {
            guard case .write(_, let bytes, _) = item.event, bytes.count >= 2 else { continue }
            times[Array(bytes.prefix(2)), default: []].append(item.time - link.began)
        }
        return times
    }

    /// The last of these ascending times that is not after a time: a stream may have a million packets.
    private static func last(of times: [Int64], at time: Int64) -> Int64? {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? times[low - 1] : nil
    }

    private func request(_ kind: PacketKind) -> [UInt8] {
        for item in link.events {
            if case .write(_, let bytes, _) = item.event, bytes.starts(with: kind.head.prefix(2)) {
                return bytes
            }
        }
        return []
    }

    private mutating func compareAnswers(_ kind: PacketKind, _ a: [Heard], _ b: [Heard]) {
        var differences: [Difference] = []
        var delays: [NumericCheck] = []
        for (captured, model) in zip(a, b) {
            if let words = difference(captured.bytes, model.bytes) {
                differences.append(
                    Difference(
                        words: words, time: captured.time, captured: captured.bytes,
                        played: model.bytes))
            }
            guard let asked = captured.asked, let since = model.asked else { continue }
            let delay = captured.time - asked
            delays.append(
                NumericCheck(
                    name: "delay of the answer", unit: "ms", seconds: Double(captured.time) / 1e9,
                    value: Double(model.time - since) / 1e6,
                    low: Double(delay - tolerance.delay) / 1e6,
                    high: Double(delay + tolerance.delay) / 1e6))
        }
        let last = link.lastTime - link.began - tolerance.delay
        for missing in a.dropFirst(b.count) {
            differences.append(
                Difference(
                    words: "the model does not send this answer", time: missing.time,
                    captured: missing.bytes))
        }
        // An answer may have come after the end of the capture.
        for extra in b.dropFirst(a.count) where extra.time < last {
            differences.append(
                Difference(
                    words: "the captured board does not send this answer", time: extra.time,
                    played: extra.bytes))
        }
        add(
            "ANSWER", Self.name(kind), title: title(kind, a.first ?? b.first), differences,
            of: a.count, checks: delays, request: request(kind))
    }

    private func difference(_ captured: [UInt8], _ model: [UInt8]) -> String? {
        guard captured.count == model.count else {
            return "\(captured.count) bytes captured, \(model.count) here"
        }
        let fixed = min(rule.fixedBytes(of: captured) ?? captured.count, captured.count)
        for index in 0..<fixed where captured[index] != model[index] {
            return "byte \(index) is \(Hex.text([captured[index]])) captured and"
                + " \(Hex.text([model[index]])) here"
        }
        return nil
    }

    private mutating func compareStream(_ kind: PacketKind, _ a: [Heard], _ b: [Heard]) {
        guard !rule.dependsOnTheWorld(kind) || a.count == b.count else {
            let reason =
                "they depend on what happened to the board: \(a.count) captured, \(b.count) here"
            return add(
                "STREAM", Self.name(kind), title: title(kind, a.first ?? b.first), [], of: a.count,
                skipping: reason)
        }
        var differences: [Difference] = []
        let lengths = (Set(a.map(\.bytes.count)), Set(b.map(\.bytes.count)))
        if a.isEmpty, let first = b.first {
            // Something small may happen on a board that lies still, and not on one that moves.
            differences.append(
                Difference(
                    words: "only the model sends these packets, \(b.count) of them",
                    time: first.time, played: first.bytes))
        } else if b.isEmpty, let first = a.first {
            differences.append(
                Difference(
                    words: "only the captured board sends these packets, \(a.count) of them",
                    time: first.time, captured: first.bytes))
        } else if !lengths.1.isSubset(of: lengths.0) || !lengths.0.isSubset(of: lengths.1) {
            differences.append(
                Difference(
                    words: "packets of \(lengths.0.sorted()) bytes captured, of"
                        + " \(lengths.1.sorted()) here",
                    time: a[0].time, captured: a[0].bytes, played: b[0].bytes))
        }
        var checks: [NumericCheck] = []
        if !a.isEmpty, !b.isEmpty, a.count > tolerance.packets || b.count > tolerance.packets {
            let slack = max(Double(tolerance.packets), tolerance.rate * Double(a.count))
            checks.append(
                NumericCheck(
                    name: "packets", seconds: Double(a[0].time) / 1e9, value: Double(b.count),
                    low: Double(a.count) - slack, high: Double(a.count) + slack))
            checks.append(
                NumericCheck(
                    name: "first packet after", unit: "s", seconds: Double(a[0].time) / 1e9,
                    value: Double(b[0].time) / 1e9,
                    low: Double(a[0].time - tolerance.delay) / 1e9,
                    high: Double(a[0].time + tolerance.delay) / 1e9))
        }
        add(
            "STREAM", Self.name(kind), title: title(kind, a.first ?? b.first), differences,
            of: a.count, checks: checks)
    }

    private static func name(_ kind: PacketKind) -> String {
        Hex.text(kind.head).uppercased().split(separator: " ").joined(separator: "-")
    }

    private func title(_ kind: PacketKind, _ example: Heard?) -> String {
        let words = example.map { self.words($0.bytes, fromBoard: true) } ?? ""
        // Module and register; the values differ from packet to packet.
        let name = words.split(separator: ":").first.map(String.init) ?? ""
        return name.isEmpty ? Hex.text(kind.head) : name
    }
}
