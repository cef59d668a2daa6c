internal import Bluetooth
package import Central
internal import DBus
internal import EventLoop
package import Simulation

extension BlueZBoard {
    /// Between two attempts, in wall-clock nanoseconds.
    private static let pause: Int64 = 50_000_000
    /// bluetoothd's time limit at any speed of the board, in wall-clock nanoseconds.
    private static let slack: Int64 = 1_000_000_000

    /// Connects as soon as the board advertises, and returns when BlueZ has discovered its
    /// services.
    package func connect(within limit: Nanoseconds) throws(AccessError) {
        guard !isConnected else { throw .unable("there is a link already") }
        let deadline = max(
            client.clock.wall(at: (now + limit).nanoseconds), client.clock.wall &+ Self.slack)
        while true {
            try find(untilWall: deadline)
            if try attempt(untilWall: deadline) { return }
            guard client.clock.wall < deadline else {
                throw .timedOut("a connection to \(address)")
            }
            try client.wait(untilWall: client.clock.wall &+ Self.pause) { false }
        }
    }

    /// Discovers until BlueZ knows the board.
    private func find(untilWall deadline: Int64) throws(AccessError) {
        guard property("Address") == nil else { return }
        try startDiscovery()
        let isFound = try client.wait(untilWall: deadline) { property("Address") != nil }
        stopDiscovery()
        guard isFound else { throw .timedOut("an advertisement of \(address)") }
    }

    /// Whether there is a link with services now; if not, it may be tried again.
    private func attempt(untilWall deadline: Int64) throws(AccessError) -> Bool {
        var outcome: Result<Bool, AccessError>?
        device.attempt { outcome = $0 }
        guard try client.wait(untilWall: deadline, { outcome != nil }) else {
            let hasLink = isConnected
            // This ends the attempt as well.
            _ = try client.answer(device.path, RemoteObjects.device, "Disconnect")
            throw .timedOut(
                hasLink ? "the services of \(address)" : "a connection to \(address)")
        }
        return try outcome?.get() ?? false
    }

    /// Disconnects, and returns when the link has ended; does nothing without a link.
    package func disconnect() throws(AccessError) {
        guard isConnected else { return }
        endsIt = true
        defer { endsIt = false }
        _ = try client.complete { device.disconnect($0) }
        let limit = client.clock.wall &+ 10 * Self.slack
        guard try client.wait(untilWall: limit, { !isConnected }) else {
            throw .broken("\(name): BlueZ does not end the link")
        }
    }
}
