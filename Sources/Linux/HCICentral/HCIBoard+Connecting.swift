internal import Bluetooth
package import Central
internal import EventLoop
package import Simulation

extension HCIBoard {
    /// Connects as soon as the board advertises.
    package func connect(within limit: Nanoseconds) throws(AccessError) {
        guard link == nil else { throw .unable("there is a link already") }
        let deadline = now + limit
        try find(until: deadline)
        guard let board, board.isHeard else {
            throw .timedOut(
                board.map { "an advertisement of \($0.address)" } ?? "an advertisement of a board")
        }
        services = nil
        var outcome: Result<HostLink, AccessError>?
        host.connect(to: board.address) { outcome = $0 }
        if try !host.wait(until: deadline.nanoseconds, { outcome != nil }) {
            // It may have been established meanwhile.
            host.cancelConnecting(to: board.address)
            try host.wait(untilWall: .max) { outcome != nil }
        }
        let link = try outcome?.get()
        link?.onEnd = { [unowned self] why, _ in
            services = nil
            if !endsIt { add(.ended(now, why)) }
        }
    }

    /// Disconnects, and returns when the link has ended; does nothing without a link.
    package func disconnect() throws(AccessError) {
        guard let link else { return }
        endsIt = true
        defer { endsIt = false }
        host.disconnect(link)
        let patience = host.clock.wall &+ HCIHost.patienceWithLinks
        guard try host.wait(untilWall: patience, { host.links.isEmpty }) else {
            throw .broken("\(host.place): the controller does not end a link")
        }
    }
}
