import DBus
import DaemonBus
import EventLoop

/// A message bus for one test, with peers of the test's own on it: everything happens on the test's
/// thread, in turns of one loop.
package final class TestBus {
    /// The loop of what is under test; peers are stepped in its turns.
    package let loop: EventLoop
    /// The bus; nil ends it.
    package var daemon: PrivateBus?
    /// Where it is reached.
    package let address: String
    /// Called after each turn of a wait.
    package var afterTurn: () -> Void = {}
    private var peers: [(peer: Peer, watch: Watch)] = []

    /// Starts a bus.
    package init() throws {
        loop = try EventLoop()
        let daemon = try PrivateBus()
        address = daemon.address
        self.daemon = daemon
    }

    /// Another program on the bus.
    package func peer() throws -> Peer {
        let peer = try Peer(at: address)
        let watch = loop.watch(peer.descriptor, for: .readable) { [unowned self, unowned peer] _ in
            peer.step()
            if !peer.isOpen { peers.removeAll { $0.peer === peer } }
        }
        peers.append((peer, watch))
        return peer
    }

    /// Leaves the bus with one of its peers.
    package func close(_ peer: Peer) {
        peers.removeAll { $0.peer === peer }
        peer.close()
    }

    /// Turns until something is so.
    ///
    /// - Throws: ``NeverHappened`` if it is not so within a time that is much too long.
    package func wait(
        _ what: String, seconds: UInt32 = 30, _ isDone: () -> Bool
    ) throws(NeverHappened) {
        var isLate = false
        let limit = loop.after(milliseconds: seconds &* 1000) { isLate = true }
        defer { limit.cancel() }
        while !isDone() {
            guard !isLate else { throw NeverHappened(description: "never came: \(what)") }
            for (peer, _) in peers where peer.isBusy { peer.step() }
            loop.turn(mayBlock: !peers.contains { $0.peer.isBusy })
            afterTurn()
        }
    }

    /// Waits for what a call was answered with.
    package func answer(_ answer: Answer) throws(NeverHappened) -> Message {
        try wait("an answer") { answer.message != nil }
        return answer.message ?? Message(kind: .reply)
    }
}

/// What a test waited for did not come about.
package struct NeverHappened: Error, CustomStringConvertible {
    /// What that was.
    package var description: String

    /// What that was, as `never came: an answer`.
    package init(description: String) { self.description = description }
}
