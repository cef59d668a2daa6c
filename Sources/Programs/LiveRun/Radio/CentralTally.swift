import Bluetooth
import Central
import Peripheral
import ScenarioRun
import Simulation

/// Counts the activity of a stand-in's adapter on the air, for the report.
final class CentralTally: CentralTap {
    private(set) var result: HostResult
    /// Also receives it.
    private let next: (any CentralTap)?
    /// Names the board behind an address.
    private let board: (Address) -> String?
    /// Where in the result the open connections are.
    private var open: [ConnectionID: Int] = [:]

    init(
        _ name: String, origin: String, at time: Instant, next: (any CentralTap)? = nil,
        board: @escaping (Address) -> String? = { _ in nil }
    ) {
        result = HostResult(name: name, origin: origin, attached: time)
        self.next = next
        self.board = board
    }

    func scanning(active: Bool?, at time: Instant) { next?.scanning(active: active, at: time) }

    func reported(_ report: ScanReport) { next?.reported(report) }

    func connected(
        _ connection: ConnectionID, own: Address, peer: Address,
        _ parameters: ConnectionParameters, at time: Instant
    ) {
        next?.connected(connection, own: own, peer: peer, parameters, at: time)
        guard result.links.count < HostTally.mostLinks else {
            result.moreLinks += 1
            return
        }
        open[connection] = result.links.count
        result.links.append(HostLink(board: board(peer), peer: peer, began: time))
    }

    func frame(
        _ frame: Span<UInt8>, sentByCentral: Bool, on connection: ConnectionID, at time: Instant
    ) {
        next?.frame(frame, sentByCentral: sentByCentral, on: connection, at: time)
        guard let index = open[connection] else { return }
        guard !sentByCentral else {
            result.links[index].packetsSent += 1
            return
        }
        result.links[index].packetsReceived += 1
        // The attribute protocol's channel (Core Vol 3, Part A, 2.1); Handle Value Notification or
        // Indication (Part F, 3.4.7).
        guard frame.count > 4, frame.word(at: 2) == 4, frame[4] == 0x1B || frame[4] == 0x1D else {
            return
        }
        result.links[index].notificationsReceived += 1
    }

    func acknowledged(_ connection: ConnectionID, at time: Instant) {
        next?.acknowledged(connection, at: time)
    }

    func parametersChanged(
        _ connection: ConnectionID, _ parameters: ConnectionParameters, at time: Instant
    ) { next?.parametersChanged(connection, parameters, at: time) }

    func disconnected(_ connection: ConnectionID, reason: DisconnectReason, at time: Instant) {
        next?.disconnected(connection, reason: reason, at: time)
        guard let index = open.removeValue(forKey: connection) else { return }
        result.links[index].ended = time
        result.links[index].isLost = reason != .localHostTerminated
        result.links[index].reason =
            switch reason {
            case .localHostTerminated: "ended by host"
            case .remoteUserTerminated: "ended by the other side"
            default: "\(reason)"
            }
    }
}
