import Bluetooth
import ScenarioFile
import Wire

/// A scenario that does what a capture shows: the board, its motion, and the packets of the host.
package struct ScenarioDraft {
    package let yaml: String
    /// The recording that the scenario names; nil if the capture contains no acceleration.
    package let recording: String?

    /// - Parameters:
    ///   - capture: the name of the capture, for the comment.
    ///   - recording: the name of the recording beside the scenario.
    package init(_ replay: CaptureReplay, capture: String, recording name: String) {
        let motion = CapturedMotion(replay.links, replay.guess)
        recording = motion.csv
        var lines = [
            "# What a capture shows, made by `boardsim replay`: edit it as you like.",
            "version: 1", "name: \(BoardDraft.quoted("From " + capture))",
            "about: A captured host and the model of its board.", "",
        ]
        lines += BoardDraft(replay.guess, recording: motion.csv == nil ? nil : name).lines
        let losses = Self.losses(replay.links)
        if !losses.isEmpty { lines += ["", "faults:"] + losses.map { "  - \($0)" } }
        lines += ["", "clients:", "  - name: host", "    steps:"]
        for (index, link) in replay.links.enumerated() {
            lines += Self.steps(link, isFirst: index == 0, isCap: replay.guess.model == .triki)
                .map { "      - \($0)" }
        }
        lines += [
            "", "expect:",
            "  - {title: the host connects, within: \(Self.limit(replay.links)) s, connected: {at-least: \(replay.links.count)}}",
        ]
        yaml = lines.joined(separator: "\n") + "\n"
    }

    /// When the radio failed: from a supervision timeout before the link ended until the host was back.
    private static func losses(_ links: [CapturedLink]) -> [String] {
        var lines: [String] = []
        for (link, next) in zip(links, links.dropFirst()) {
            guard let ended = link.ended,
                ended.reason == DisconnectReason.connectionTimeout.rawValue
            else { continue }
            let timeout = Int64(link.timing?.supervisionTimeout ?? 600) * 10
            // The host of the scenario connects a little later than the run begins.
            let began = (links.first?.began ?? 0) - 1_000_000_000
            let start = max((ended.time - began) / 1_000_000 - timeout, 0)
            let length = timeout + max((next.began - ended.time) / 1_000_000 - 1_000, 1_000)
            lines.append("{at: \(start) ms, link-loss: \(length) ms}")
        }
        return lines
    }

    private static func limit(_ links: [CapturedLink]) -> Int {
        let last = links.map(\.lastTime).max() ?? 0
        return Int(last / 1_000_000_000) + 60
    }

    private static func steps(_ link: CapturedLink, isFirst: Bool, isCap: Bool) -> [String] {
        var steps: [String] = []
        if let timing = link.timing, (6...3_200).contains(timing.interval) {
            let interval = Double(timing.interval) * 1.25
            steps.append("\(isFirst ? "connect" : "reconnect"): {interval: \(interval) ms}")
            if !isFirst { steps[0] = "reconnect" }
        } else {
            steps.append(isFirst ? "connect" : "reconnect")
        }
        var now = link.began
        func wait(until time: Int64) {
            let milliseconds = (time - now) / 1_000_000
            guard milliseconds > 0 else { return }
            steps.append("wait: \(milliseconds) ms")
            now += milliseconds * 1_000_000
        }
        for item in link.events {
            guard case .write(let uuid, let bytes, let refusal) = item.event, !bytes.isEmpty else {
                continue
            }
            wait(until: item.time)
            let packet = Hex.text(bytes)
            var keys = ["bytes: \(packet)"]
            let usual = isCap ? KnownCharacteristic.trikiReceive : KnownCharacteristic.command
            if uuid != usual { keys.append("characteristic: \"\(uuid)\"") }
            if case .some = refusal { keys.append("response: true") }
            steps.append(
                keys.count == 1 ? "write: \(packet)" : "write: {\(keys.joined(separator: ", "))}")
        }
        wait(until: link.lastTime)
        steps.append(
            link.isEndedByHost || link.ended == nil ? "disconnect" : "wait-disconnect: 60 s")
        return steps
    }
}
