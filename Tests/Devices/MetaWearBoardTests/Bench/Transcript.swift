import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

extension Bench {
    /// Plays a transcript, one line a step; what stands after two blanks is prose.
    ///
    /// - `> 03 01 01`: the host writes.
    /// - `< 03 04 .. ..`: the board notified this next; `..` is any byte.
    /// - `< nothing`: it notified nothing more.
    /// - `! no module 77`: it ignored something, and the trace says so in these words.
    /// - `+ 250 ms`: time passes.
    /// - `* press`: the world acts; see `act`.
    /// - `# …`: a remark.
    ///
    /// Whatever was notified must be claimed by the end. The literal begins two lines below the
    /// call, so that a failure points at its own line.
    func play(_ transcript: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for failure in failures(of: transcript) {
            Issue.record(
                "\(failure.what)",
                sourceLocation: SourceLocation(
                    fileID: sourceLocation.fileID, filePath: sourceLocation.filePath,
                    line: sourceLocation.line + 1 + failure.line, column: 1))
        }
    }

    /// What does not hold, by line: 1 is the transcript's first, 0 is what was left at the end.
    func failures(of transcript: String) -> [(line: Int, what: String)] {
        var found: [(line: Int, what: String)] = []
        let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false)
        for (n, line) in lines.enumerated() {
            if let what = step(String(line)) { found.append((n + 1, "\(what): \(line)")) }
        }
        let left = take()
        if !left.isEmpty { found.append((0, "no line claims \(left)")) }
        return found
    }

    /// nil if the line holds.
    private func step(_ line: String) -> String? {
        let body = line.dropFirst(2).components(before: "  ")
        switch line.first {
        case nil, "#": return nil
        case ">":
            guard let packet = Hex.bytes(body) else { return "what is this" }
            let before = lines.count
            write(packet)
            ignored = lines[before...].filter { $0.contains("ignored: ") }
            return nil
        case "<": return expect(body)
        case "!":
            let wanted = line.dropFirst(2)
            return ignored.contains { $0.contains(wanted) } ? nil : "the trace says \(ignored)"
        case "+":
            guard let span = Self.span(body) else { return "what is this" }
            run(span)
            return nil
        case "*": return act(body) ? nil : "what is this"
        default: return "what is this"
        }
    }

    private func expect(_ body: String) -> String? {
        if body == "nothing" {
            let heard = take()
            return heard.isEmpty ? nil : "the board notified \(heard)"
        }
        guard !link.heard.isEmpty else { return "the board notified nothing" }
        let heard = Hex.text(link.heard.removeFirst())
        return Self.matches(heard, body.lowercased()) ? nil : "the board notified \(heard)"
    }

    static func matches(_ heard: String, _ wanted: String) -> Bool {
        let (a, b) = (heard.split(separator: " "), wanted.split(separator: " "))
        return a.count == b.count && zip(a, b).allSatisfy { $1 == ".." || $0 == $1 }
    }

    /// What the world does: `connect`, `disconnect`, `press`, `release`, `charger on`,
    /// `charger off`, `pin 3 1.5 V`, `pin 3 open`, `battery 50 %`, `warm 21.5 °C`,
    /// `pressure 101325 Pa`, `light 300 lx`, `colour 5500 K`, `humid 45 %`, `near 0.1 m`,
    /// `skin 5 µS`.
    private func act(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(String.init)
        switch (words.first, words.dropFirst().first) {
        case ("connect", nil): connect()
        case ("disconnect", nil): disconnect()
        case ("press", nil): board.setButton(pressed: true)
        case ("release", nil): board.setButton(pressed: false)
        case ("charger", "on"): board.setCharger(connected: true)
        case ("charger", "off"): board.setCharger(connected: false)
        case ("battery", let level?):
            guard let level = Double(level) else { return false }
            board.setBattery(level: level)
        case ("warm", let celsius?):
            guard let celsius = Double(celsius) else { return false }
            environment.temperature.set(celsius, at: simulation.now)
        case ("pressure", let value?): return change(value) { $0.pressure = Course($1) }
        case ("light", let value?): return change(value) { $0.illuminance = Course($1) }
        case ("colour", let value?): return change(value) { $0.lightColour = Course($1) }
        case ("humid", let value?): return change(value) { $0.humidity = Course($1) }
        case ("near", let value?): return change(value) { $0.objectDistance = Course($1) }
        case ("skin", let value?): return change(value) { $0.skinConductance = Course($1) }
        case ("pin", let pin?):
            guard let pin = Int(pin), words.count > 2 else { return false }
            board.setPin(pin, volts: Double(words[2]))
        default: return false
        }
        return true
    }

    private func change(
        _ text: String, _ body: (SimpleEnvironment, Double) -> Void
    ) -> Bool {
        guard let value = Double(text) else { return false }
        body(environment, value)
        return true
    }

    private static func span(_ text: String) -> Nanoseconds? {
        let words = text.split(separator: " ")
        guard words.count == 2, let n = Int64(words[0]) else { return nil }
        switch words[1] {
        case "us": return .microseconds(n)
        case "ms": return .milliseconds(n)
        case "s": return .seconds(n)
        default: return nil
        }
    }
}

extension Substring {
    /// The text up to the first `separator`.
    fileprivate func components(before separator: String) -> String {
        var rest = self
        while !rest.isEmpty, !rest.hasPrefix(separator) { rest.removeFirst() }
        return String(prefix(count - rest.count))
    }
}
