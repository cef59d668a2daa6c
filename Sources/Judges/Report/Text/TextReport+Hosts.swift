import Bluetooth
import ScenarioRun

/// The section on hosts that attached to the run's radio.
extension TextReport {
    /// The most hosts, and links of each, in the text; the JSON report has all.
    private static let mostHosts = 20, mostLinks = 10

    /// Hosts and their connections; empty if there was none.
    mutating func writeHosts() {
        guard !result.hosts.isEmpty else { return }
        page.heading("Hosts")
        var table = TextTable([
            .text("", narrowest: 21), .number("from"), .number("until"), .number("notified"),
            .number("received"), .number("sent"), .text("ended", narrowest: 16),
        ])
        for host in result.hosts.prefix(Self.mostHosts) {
            table.add(
                Cell(host.name), Cell(Digits.seconds(host.attached)),
                Cell(host.left.map(Digits.seconds) ?? "–"), "", "", "", "")
            table.addLine(Cell(host.origin, .faint), indent: 2)
            if !host.ending.isEmpty { table.addLine(Cell(host.ending, .bad), indent: 2) }
            for link in host.links.prefix(Self.mostLinks) {
                let arrow = link.isCentral ? "→" : "←"
                table.add(
                    Cell("  \(arrow) \(link.board ?? link.peer.description)"),
                    Cell(Digits.seconds(link.began)), Cell(link.ended.map(Digits.seconds) ?? "–"),
                    Cell(Digits.grouped(link.notificationsReceived)),
                    Cell(Digits.grouped(link.packetsReceived)),
                    Cell(Digits.grouped(link.packetsSent)),
                    Cell(link.reason, link.isLost ? .bad : .plain))
            }
            let more = max(0, host.links.count - Self.mostLinks) + host.moreLinks
            if more > 0 { table.addLine(Cell("\(Digits.grouped(more)) more", .faint), indent: 2) }
        }
        let more = result.hosts.count - Self.mostHosts
        if more > 0 { table.addLine(Cell("\(Digits.grouped(more)) more hosts", .faint)) }
        page.append(table)
    }
}
