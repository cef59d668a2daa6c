import Bluetooth
import Conformance
import Declaration
import ScenarioFile
import ScenarioRun

/// A capture of a host with a real board, played against the model.
///
/// It takes the host's side of every link with one device, plays it with the capture's timing, and reports where the
/// model differs.
package struct CaptureReplay {
    /// The links that are played, in their order.
    package let links: [CapturedLink]
    /// The modelled board that stands for the captured one.
    package let guess: BoardGuess
    /// What a reader should know about the capture.
    package let remarks: [String]
    private let file: String
    /// Of the file's bytes, 16 hexadecimal digits.
    let hash: String

    /// Finds the links of the device in a capture.
    ///
    /// - Parameters:
    ///   - file: its name in reports.
    ///   - device: an address if there are several devices; nil for the only one.
    ///   - model: nil to recognise it.
    ///   - firmware: nil to take it from the capture.
    package init(
        _ capture: CaptureFile, file: String, device: Address? = nil, model: BoardModel? = nil,
        firmware: String? = nil
    ) throws(CaptureError) {
        self.file = file
        hash = capture.hash
        var all: [CapturedLink]
        switch capture.contents {
        case .packets(let packets): all = LinkFinder.links(of: packets)
        case .values(let list): all = [CapturedLink(list)]
        }
        if let cut = capture.cutPackets.remark,
            all.allSatisfy({ link in
                link.unreadablePackets == 0
                    && link.events.allSatisfy { $0.event.characteristic == nil }
            })
        {
            throw CaptureError(
                "no complete packet of a link (\(cut))",
                fix: "record whole packets; an Android snoop log must be `enabled`, not `filtered`")
        }
        let ofDevice = try Self.choose(all, device)
        let readable = ofDevice.filter { $0.unreadablePackets == 0 }
        guard !readable.isEmpty else { throw Self.unreadable(ofDevice) }
        let chosen = readable.filter { !$0.isWithBootloader }
        guard !chosen.isEmpty else {
            throw CaptureError(
                "the board is in its bootloader on every link",
                fix: "record a host with the board's firmware: an update is not replayed")
        }
        guard chosen.contains(where: { !$0.events.isEmpty }) else {
            throw CaptureError(
                "the capture contains no GATT operation of the host",
                fix: "record on the host, and begin before it connects")
        }
        links = chosen
        guess = try BoardGuess(chosen, model: model, firmware: firmware)
        var remarks = capture.remarks
        for link in ofDevice where link.isWithBootloader {
            remarks.append(
                "link \(link.number): the board is in its bootloader, and the link is left out")
        }
        all.removeAll { link in ofDevice.contains { $0.number == link.number } }
        if !all.isEmpty {
            remarks.append(
                all.count == 1
                    ? "a link with another device is left out"
                    : "\(all.count) links with other devices are left out")
        }
        for link in ofDevice where link.unreadablePackets > 0 {
            remarks.append("\(Self.words(unreadable: link)), so that it is left out")
        }
        for link in chosen {
            remarks += link.remarks.map { "link \(link.number): \($0)" }
            if link.unknownPackets > 0 {
                remarks.append(
                    "link \(link.number): \(link.unknownPackets) packets of unknown characteristics"
                        + " are left out")
            }
            if link.ended == nil {
                remarks.append("link \(link.number): the capture ends before the link")
            }
        }
        self.remarks = remarks + guess.reasons
    }

    private static func choose(
        _ all: [CapturedLink], _ device: Address?
    ) throws(CaptureError) -> [CapturedLink] {
        guard !all.isEmpty else {
            throw CaptureError(
                "the capture contains no LE link",
                fix: "begin recording before the host connects")
        }
        let known = all.filter { $0.kind != .other }
        if let device {
            let chosen = all.filter { $0.peer == device && $0.kind != .other }
            if !chosen.isEmpty { return chosen }
            let others = Set(all.compactMap(\.peer)).map { "\($0)" }.sorted()
            throw CaptureError(
                "there is no link with a MetaWear or a Triki of address \(device)",
                fix: "the addresses are: \(others.joined(separator: ", "))")
        }
        guard !known.isEmpty else {
            let unreadable = all.filter { $0.unreadablePackets > 0 }
            if !unreadable.isEmpty { throw Self.unreadable(unreadable) }
            let isEncrypted = all.contains { $0.encrypted != nil }
            throw CaptureError(
                "none of the \(all.count) LE links is one with a MetaWear or a Triki",
                fix: isEncrypted
                    ? "the discovery of an encrypted link is missing: record on the host and begin"
                        + " before it connects"
                    : "begin recording before the host connects, so that discovery is in the capture"
            )
        }
        let peers = Set(known.map(\.peer))
        guard peers.count > 1 else { return known }
        if peers.contains(nil), peers.count == 2 { return known.filter { $0.peer != nil } }
        let names = known.compactMap(\.peer).reduce(into: [String]()) { list, peer in
            if !list.contains("\(peer)") { list.append("\(peer)") }
        }
        throw CaptureError(
            "the capture contains links with several boards",
            fix: "name one: `--device \(names[0])`; there are \(names.joined(separator: ", "))")
    }

    private static func words(unreadable link: CapturedLink) -> String {
        let peer = link.peer.map { " with \($0)" } ?? ""
        return
            "link \(link.number)\(peer) is encrypted from \(Seconds.text(link.encrypted ?? 0)) s on, and its"
            + " \(link.unreadablePackets) packets after that cannot be read"
    }

    private static func unreadable(_ links: [CapturedLink]) -> CaptureError {
        CaptureError(
            links.map(words).joined(separator: "; "),
            fix:
                "record on the host, where packets are decrypted: `btmon -w FILE`, Android's HCI snoop"
                + " log or Wireshark's bluetooth interfaces")
    }

    /// Plays every link and compares.
    ///
    /// - Parameter tool: the version of the program, for the report.
    package func report(
        seed: UInt64, tolerance: ReplayTolerance, tool: String, options: RunOptions
    ) throws(RunError) -> ConformanceReport {
        var facts = BoardFacts(guess.model)
        facts.firmware = guess.firmware
        facts.name = "\(guess.model.rawValue) \(guess.firmware)"
        let motion = CapturedMotion(links, guess)
        var player = try CapturePlayer(guess, motion, seed: seed, options: options)
        var results: [CaseResult] = []
        for link in links {
            let played = player.play(link)
            results +=
                LinkComparison(
                    link, played, facts, guess, file: file, tolerance
                ).results
        }
        for index in results.indices { results[index].place = index }
        return ConformanceReport(
            tool: tool, seed: seed, target: "replay of \(file)", suiteHash: hash,
            boards: [facts], results: results)
    }
}
