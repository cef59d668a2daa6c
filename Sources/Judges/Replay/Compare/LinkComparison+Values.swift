import Conformance
import Wire

extension LinkComparison {
    private typealias Group = HeardPackets.Group

    /// Compares the answers and streams of a MetaWear.
    mutating func compareValues() {
        let captured = HeardPackets(capturedOn: link).groups
        let model = played.heard.groups
        for kind in Set(captured.keys).union(model.keys).sorted() {
            let (a, b) = (captured[kind] ?? Group(), model[kind] ?? Group())
            if kind.isAnswer { compareAnswers(kind, a, b) } else { compareStream(kind, a, b) }
        }
    }

    private func request(_ kind: PacketKind) -> [UInt8] {
        for item in link.events {
            if case .write(_, let bytes, _) = item.event, bytes.starts(with: kind.head.prefix(2)) {
                return bytes
            }
        }
        return []
    }

    private mutating func compareAnswers(_ kind: PacketKind, _ captured: Group, _ model: Group) {
        let (a, b) = (captured.packets, model.packets)
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
        let last = min(link.lastTime - link.began, link.end) - tolerance.delay
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

    private mutating func compareStream(_ kind: PacketKind, _ a: Group, _ b: Group) {
        guard !rule.dependsOnTheWorld(kind) || a.count == b.count else {
            let reason =
                "they depend on what happened to the board: \(a.count) captured, \(b.count) here"
            return add(
                "STREAM", Self.name(kind), title: title(kind, a.packets.first ?? b.packets.first),
                [], of: a.count,
                skipping: reason)
        }
        var differences: [Difference] = []
        // One that begins as the capture ends is late here, or early.
        let limit = link.end - tolerance.delay
        let isAtEnd = { (time: Int64) in time > limit }
        switch (a.packets.first, b.packets.first) {
        case (nil, let first?) where !isAtEnd(first.time):
            // Something small may happen on a board that lies still, and not on one that moves.
            differences.append(
                Difference(
                    words: "only the model sends these packets, \(b.count) of them",
                    time: first.time, played: first.bytes))
        case (let first?, nil) where !isAtEnd(first.time):
            differences.append(
                Difference(
                    words: "only the captured board sends these packets, \(a.count) of them",
                    time: first.time, captured: first.bytes))
        case (let first?, let model?) where a.lengths != b.lengths:
            differences.append(
                Difference(
                    words: "packets of \(a.lengths.sorted()) bytes captured, of"
                        + " \(b.lengths.sorted()) here",
                    time: first.time, captured: first.bytes, played: model.bytes))
        default: break
        }
        var checks: [NumericCheck] = []
        if let first = a.packets.first, let model = b.packets.first,
            a.count > tolerance.packets || b.count > tolerance.packets
        {
            checks.append(
                Self.count(
                    "packets", at: Double(first.time) / 1e9, b.count, captured: a.count,
                    slack: max(Double(tolerance.packets), tolerance.rate * Double(a.count))))
            checks.append(
                NumericCheck(
                    name: "first packet after", unit: "s", seconds: Double(first.time) / 1e9,
                    value: Double(model.time) / 1e9,
                    low: max(0, Double(first.time - tolerance.delay) / 1e9),
                    high: Double(first.time + tolerance.delay) / 1e9))
        }
        add(
            "STREAM", Self.name(kind), title: title(kind, a.packets.first ?? b.packets.first),
            differences,
            of: a.count, checks: checks)
    }

    private static func name(_ kind: PacketKind) -> String {
        Hex.text(kind.head).uppercased().split(separator: " ").joined(separator: "-")
    }

    private func title(_ kind: PacketKind, _ example: HeardPackets.Heard?) -> String {
        let words = example.map { self.words($0.bytes, fromBoard: true) } ?? ""
        // Module and register; the values differ from packet to packet.
        let name = words.split(separator: ":").first.map(String.init) ?? ""
        return name.isEmpty ? Hex.text(kind.head) : name
    }
}
