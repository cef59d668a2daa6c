import Bluetooth
import Central
import Declaration
import Device
import Peripheral
import Simulation
import Wire

extension Judge {
    /// An advertisement that its client heard.
    func hear(_ report: ScanReport, _ wanted: HeardAdvertisement) {
        if fits(report, wanted) { matches += 1 }
    }

    private func fits(_ report: ScanReport, _ wanted: HeardAdvertisement) -> Bool {
        guard report.address == run.boards[board].address else { return false }
        if let name = wanted.name, report.name != name { return false }
        guard let pattern = wanted.manufacturer else { return true }
        guard let (company, data) = report.advertisingData.manufacturer else { return false }
        return pattern.matches([UInt8(truncatingIfNeeded: company), UInt8(company >> 8)] + data)
    }

    func read(_ wanted: ReadValue) -> Finding {
        let record = client?.reads.last {
            $0.board == board && $0.target.isSame(as: wanted.target)
        }
        guard let record else {
            return Finding(holds: false, isFinal: false, detail: "nothing was read")
        }
        var holds = true
        var detail = "\(Decimal.text(record.value))"
        if wanted.between.count == 2 {
            holds =
                record.value >= wanted.between[0].value && record.value <= wanted.between[1].value
            detail += ", wanted \(wanted.between[0].text) to \(wanted.between[1].text)"
        }
        if let number = wanted.number {
            holds = holds && record.value == Double(number)
            detail += ", wanted \(number)"
        }
        for (bound, isLeast) in [(wanted.atLeast, true), (wanted.atMost, false)] {
            guard let bound = bound.map(Double.init) else { continue }
            holds = holds && (isLeast ? record.value >= bound : record.value <= bound)
            detail += ", wanted at \(isLeast ? "least" : "most") \(Decimal.text(bound))"
        }
        if let bytes = wanted.bytes {
            holds = holds && bytes.matches(record.packet)
            detail = "\(Hex.text(record.packet)), wanted \(bytes.text)"
        }
        return Finding(holds: holds, isFinal: holds, detail: detail)
    }

    func led(_ wanted: LEDState) -> Finding {
        let light: Light =
            switch wanted.channel {
            case .green: .green
            case .red: .red
            case .blue: .blue
            }
        let percent = run.boards[board].brightness(of: light) * 100
        let holds = percent >= wanted.atLeast.percent && percent <= wanted.atMost.percent
        return Finding(
            holds: holds, isFinal: holds,
            detail: "\(wanted.channel.rawValue) at \(Decimal.text(percent)) %")
    }

    /// Of a device that has one.
    var memory: RecordingMemory? { (run.boards[board] as? any RecordingDevice)?.recording }

    func state(_ wanted: BoardState) -> Finding {
        let model = run.boards[board]
        var wrong: [String] = []
        func check(_ wanted: Bool?, _ actual: Bool, _ name: String) {
            if let wanted, wanted != actual { wrong.append("\(name) is \(actual)") }
        }
        if wanted.logging != nil { check(wanted.logging, memory?.isRecording ?? false, "logging") }
        check(wanted.advertising, model.advertisement != nil, "advertising")
        check(wanted.connected, model.isConnected, "connected")
        check(wanted.haptic, model.isVibrating, "haptic")
        check(wanted.powered, model.isPowered, "powered")
        if let resets = wanted.resets, resets != model.resets {
            wrong.append("\(model.resets) resets")
        }
        return Finding(
            holds: wrong.isEmpty, isFinal: wrong.isEmpty,
            detail: wrong.isEmpty
                ? "so at \(self.run.simulation.now)" : wrong.joined(separator: ", "))
    }

    func connected(_ wanted: Connected) -> Finding {
        let links = (client?.links ?? []).filter { $0.board == board }
        let count = links.count { $0.isUp }
        var finding = judge(wanted.count, count, "connections")
        guard let limit = wanted.gap else { return finding }
        var longest = Nanoseconds.zero
        for (before, after) in zip(links, links.dropFirst()) where !before.isUp && after.isUp {
            longest = max(longest, after.time - before.time)
        }
        // Lost, and not found again so far.
        if let last = links.last, !last.isUp, !last.isOwn {
            longest = max(longest, run.simulation.now - last.time)
        }
        // A gap that is within the limit may still be followed by one that is not.
        let isLost = longest > limit || (finding.isFinal && !finding.holds)
        finding.holds = finding.holds && longest <= limit
        finding.isFinal = isLost
        finding.add("; longest gap \(longest)")
        return finding
    }
}

/// Decimal numbers with a few digits, the same on every machine.
enum Decimal {
    /// Four significant digits, without an exponent for what people meet.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "\(value)" }
        let magnitude = abs(value)
        var digits = 3
        var limit = 1.0
        while digits < 9, magnitude > 0, magnitude < limit {
            digits += 1
            limit /= 10
        }
        if magnitude >= 10 { digits = 2 }
        if magnitude >= 100 { digits = 1 }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard magnitude < 1e12 else { return "\(value)" }
        let whole = Int64((magnitude * scale).rounded())
        let fraction = String(whole % Int64(scale))
        var text =
            "\(whole / Int64(scale))."
            + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return value < 0 && whole != 0 ? "-" + text : text
    }
}
