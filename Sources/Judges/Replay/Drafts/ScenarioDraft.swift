import Bluetooth
import MetaWearProtocol
import MetaWearTables
import ScenarioFile
import ScriptedClient
import Simulation
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
        let within = "within: \(Self.limit(replay.links)) s"
        lines += [
            "", "expect:",
            "  - {title: the host connects, \(within), connected: {at-least: \(replay.links.count)}}",
        ]
        lines += CapturedStreams(replay, losses: losses.count).expectations.map {
            "  - {title: \($0.title), \(within), \($0.judgement)}"
        }
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

    /// With the parameters of the captured link.
    private static func connect(_ link: CapturedLink, isFirst: Bool) -> String {
        var keys: [String] = []
        if let timing = link.timing, (6...3_200).contains(timing.interval) {
            let interval = Double(timing.interval) * 1.25
            let (latency, timeout) = (Int(timing.latency), Int(timing.supervisionTimeout) * 10)
            keys.append("interval: \(interval) ms")
            // Core Vol 6, Part B, 4.5.2.
            if latency <= 499, (100...32_000).contains(timeout),
                Double(timeout) > interval * 2 * Double(latency + 1)
            {
                if latency > 0 { keys.append("latency: \(latency)") }
                keys.append("timeout: \(timeout) ms")
            } else {
                keys.append("timeout: 32 s")
            }
        }
        for case .mtu(let mtu) in link.events.lazy.map(\.event) where (23...517).contains(mtu) {
            keys.append("mtu: \(mtu)")
            break
        }
        if !isFirst { keys.append("within: 60 s") }
        return keys.isEmpty ? "connect" : "connect: {\(keys.joined(separator: ", "))}"
    }

    /// A page of the log is complete, and the host has taken it (protocol, core 3.7).
    private static let page: [UInt8] = [MWModule.logging.rawValue, 0x0D]
    private static let confirmation: [UInt8] = [MWModule.logging.rawValue, 0x0E]

    private static func steps(_ link: CapturedLink, isFirst: Bool, isCap: Bool) -> [String] {
        var steps = [connect(link, isFirst: isFirst)]
        var now = link.began
        func wait(until time: Int64) {
            let milliseconds = (time - now) / 1_000_000
            guard milliseconds > 0 else { return }
            steps.append("wait: \(milliseconds) ms")
            now += milliseconds * 1_000_000
        }
        var pages = 0
        for (index, item) in link.events.enumerated() {
            switch item.event {
            case .value(KnownCharacteristic.notification, let bytes)
            where bytes.starts(with: Self.page):
                pages += 1
            // The page comes when it comes: its confirmation answers it.
            case .write(KnownCharacteristic.command, let bytes, let refusal)
            where bytes.starts(with: Self.confirmation) && pages > 0:
                pages -= 1
                steps.append("wait-for: {bytes: \"\(Hex.text(Self.page))\", within: 60 s}")
                steps.append(
                    write(bytes, to: KnownCharacteristic.command, refusal: refusal, isCap: isCap))
                now = max(now, item.time) + Step.Write.duration.count
            case .read(KnownCharacteristic.battery, .value) where isCap:
                wait(until: item.time)
                steps.append("read: battery")
                now = max(now, item.answered ?? item.time)
            case .write(KnownCharacteristic.command, let bytes, .none)
            where bytes.count >= 2 && bytes[1] & 0xC0 == RegisterFlag.read:
                wait(until: item.time)
                guard let answered = answer(to: bytes, behind: index, of: link) else {
                    steps.append("write: \(Hex.text(bytes))")
                    now += Step.Write.duration.count
                    continue
                }
                steps.append("read: {register: \"\(Hex.text(bytes))\"}")
                now = max(now, answered)
            case .write(let uuid, let bytes, let refusal) where !bytes.isEmpty:
                wait(until: item.time)
                steps.append(write(bytes, to: uuid, refusal: refusal, isCap: isCap))
                now += Step.Write.duration.count
            default: break
            }
        }
        wait(until: link.lastTime)
        steps.append(
            link.isEndedByHost || link.ended == nil ? "disconnect" : "wait-disconnect: 60 s")
        return steps
    }

    private static func write(
        _ bytes: [UInt8], to uuid: BluetoothUUID, refusal: UInt8??, isCap: Bool
    ) -> String {
        let packet = Hex.text(bytes)
        var keys = ["bytes: \(packet)"]
        let usual = isCap ? KnownCharacteristic.trikiReceive : KnownCharacteristic.command
        if uuid != usual { keys.append("characteristic: \"\(uuid)\"") }
        if case .some = refusal { keys.append("response: true") }
        return keys.count == 1 ? "write: \(packet)" : "write: {\(keys.joined(separator: ", "))}"
    }

    /// When the captured board answered a read of a register; nil if it did not.
    private static func answer(
        to request: [UInt8], behind index: Int, of link: CapturedLink
    ) -> Int64? {
        link.events[(index + 1)...].lazy.compactMap { item in
            guard case .value(KnownCharacteristic.notification, let bytes) = item.event,
                bytes.starts(with: request.prefix(2))
            else { return nil }
            return item.time
        }.first
    }
}
