import Bluetooth
import Central
import EventLoop
import Glibc
import HCITransport
import Simulation
import Synchronization
import TestPeripherals
import VirtualRadio

@testable import HCICentral

/// Boards on a virtual air, and a host of ours at a controller of it, through a socket: in one thread,
/// and in virtual time.
final class AirBench {
    let loop: EventLoop
    let simulation = Simulation()
    let air: Air
    let server: HCIServer
    let path: String

    init(_ boards: EchoBoard...) throws {
        loop = try EventLoop()
        let air = Air(simulation)
        self.air = air
        for board in boards { air.add(board) }
        server = HCIServer(on: loop) { number, name in
            Controller(
                on: air, name: name,
                publicAddress: Address(0x0200_5E00_0000 + UInt64(number), kind: .publicDevice),
                cryptography: nil)
        }
        path = "/tmp/boardsim-host-\(getpid())-\(simulation.now.nanoseconds)-\(Self.next())"
        _ = try server.open(.unix(path: path))
    }

    deinit { server.close() }

    /// Tests run side by side.
    private static let count = Atomic<Int>(0)
    private static func next() -> Int { count.add(1, ordering: .relaxed).newValue }

    /// Nothing that is on its way is passed over: time goes on only when there is nothing.
    func turn(_ limit: Int64) {
        if loop.turn(mayBlock: false) { return server.flush() }
        let step = simulation.now + .milliseconds(1)
        simulation.run(until: min(step, Instant(nanoseconds: max(limit, 0))))
        server.flush()
    }

    func board(_ address: Address? = nil) throws -> BoardAccess {
        let clock = LiveClock(
            wall: { [simulation] in simulation.now.nanoseconds }, turn: { [self] in turn($0) })
        let port = HCIHostPort(on: nil) { [self] () throws(AccessError) in
            HCIHost(
                try ControllerSocket.open(.unix(path: path), on: loop), at: "hci-unix:radio", clock)
        }
        let access = BoardAccess(
            port, to: address.map { .address($0) } ?? .only(where: { $0.name != "Lamp" }),
            named: "hci-unix:radio" + (address.map { ",\($0)" } ?? ""), on: clock)
        try access.open()
        return access
    }
}
