import Bluetooth
import Central
import DBus
import EventLoop
import Simulation

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
        var outcome: Result<Reply, DBusError>?
        client.start(device, RemoteObjects.device, "Connect") { outcome = $0 }
        guard try client.wait(untilWall: deadline, { outcome != nil }) else {
            // This ends the attempt as well.
            _ = try client.answer(device, RemoteObjects.device, "Disconnect")
            throw .timedOut("a connection to \(address)")
        }
        if case .failure(let error)? = outcome {
            switch BlueZClient.kind(error) {
            // A failed attempt, one in progress, a removed device.
            case "Failed", "InProgress", "AlreadyConnected", "NotAvailable", "DoesNotExist",
                "UnknownObject", "UnknownMethod", "ConnectionAttemptFailed":
                return false
            default: throw client.refusal(error, of: "Connect")
            }
        }
        try client.wait(untilWall: deadline) {
            !isConnected || property("ServicesResolved")?.flag == true
        }
        guard isConnected else { return false }
        guard property("ServicesResolved")?.flag == true else {
            throw .timedOut("the services of \(address)")
        }
        return true
    }

    /// Disconnects, and returns when the link has ended; does nothing without a link.
    package func disconnect() throws(AccessError) {
        guard isConnected else { return }
        endsIt = true
        defer { endsIt = false }
        try client.call(device, RemoteObjects.device, "Disconnect")
        let limit = client.clock.wall &+ 10 * Self.slack
        guard try client.wait(untilWall: limit, { !isConnected }) else {
            throw .broken("\(name): BlueZ does not end the link")
        }
    }
}
