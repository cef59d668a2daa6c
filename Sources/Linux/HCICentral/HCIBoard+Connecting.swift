import Bluetooth
import Central
import EventLoop
import Simulation

extension HCIBoard {
    /// Connects as soon as the board advertises.
    package func connect(within limit: Nanoseconds) throws(AccessError) {
        guard host.link == nil else { throw .unable("there is a link already") }
        let deadline = now + limit
        try find(until: deadline)
        guard let board, board.isHeard else {
            throw .timedOut(
                board.map { "an advertisement of \($0.address)" } ?? "an advertisement of a board")
        }
        repeat {
            // A link that fails to be established does not count (Core Vol 6, Part B, 4.5): try
            // again.
        } while try !attempt(board.address, until: deadline)
    }

    /// Whether there is a link now; if not, it is worth another attempt.
    private func attempt(
        _ address: Address, until deadline: Instant
    ) throws(AccessError) -> Bool {
        var outcome: UInt8?
        host.onConnection = { status, _ in outcome = status }
        defer { host.onConnection = { _, _ in } }
        services = nil
        try host.connect(to: address)
        if try !host.wait(until: deadline.nanoseconds, { outcome != nil }) {
            // It may have been established meanwhile: then there is nothing to cancel.
            let answer = try host.tell(HCIParameters(.leCreateConnectionCancel))
            guard answer.status == 0 || outcome != nil else {
                throw .unable(
                    "\(host.place): the controller refused to cancel the connection attempt:"
                        + " \(HCIHost.words(answer.status))")
            }
            let patience = host.clock.wall &+ HCIHost.patience
            guard try host.wait(untilWall: patience, { outcome != nil }) else {
                throw .broken("\(host.place): the controller does not cancel a connection attempt")
            }
        }
        switch outcome.flatMap(HCIStatus.init(rawValue:)) {
        case .success: return true
        case .failedToEstablish where now < deadline: return false
        case .unknownConnection, .failedToEstablish:
            throw .timedOut("a connection to \(address)")
        default:
            throw .unable(
                "\(host.place): no connection to \(address): \(HCIHost.words(outcome ?? 0))")
        }
    }

    /// Disconnects, and returns when the link has ended; does nothing without a link.
    package func disconnect() throws(AccessError) {
        guard let link = host.link else { return }
        endsIt = true
        defer { endsIt = false }
        let answer = try host.tell(.disconnect(link.handle, .remoteUserTerminated))
        // It may have ended by itself: then the controller no longer knows it.
        guard
            answer.status == 0 || host.link == nil
                || answer.status == HCIStatus.unknownConnection.rawValue
        else {
            throw .unable(
                "\(host.place): the controller does not disconnect: \(HCIHost.words(answer.status))"
            )
        }
        // The board's answer may take as long as its supervision timeout.
        let patience = host.clock.wall &+ 4 * HCIHost.patience
        guard try host.wait(untilWall: patience, { host.link == nil }) else {
            throw .broken("\(host.place): the controller does not end a link")
        }
    }
}
