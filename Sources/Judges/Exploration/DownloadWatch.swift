import ScenarioFile
import Simulation
import VirtualRadio

/// Notices when the last part of a download arrived at a client.
package final class DownloadWatch {
    package private(set) var last: Instant?

    package init() {}

    /// Takes a packet as ``RunOptions/packetObserver`` has it.
    package func see(_ unit: Span<UInt8>, _ role: LinkRole, _ now: Instant) {
        guard role == .central, Self.isOfDownload(unit) else { return }
        last = now
    }

    /// The log's registers 0x07 and 0x08, entries and progress, and 0x0D, the end of a page.
    private static func isOfDownload(_ unit: Span<UInt8>) -> Bool {
        guard let start = PacketPattern.start(of: .value, in: unit), unit.count > start + 1 else {
            return false
        }
        return unit[start] == 0x0B && [0x07, 0x08, 0x0D].contains(unit[start + 1])
    }
}
