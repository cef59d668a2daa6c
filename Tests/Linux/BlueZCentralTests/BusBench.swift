import BlueZStandIn
import Bluetooth
import Central
import DBus
import DaemonBus
import EventLoop
import Simulation
import TestPeripherals
import VirtualRadio

@testable import BlueZCentral

/// A board behind a stand-in on a bus of its own, and a client of that bus. What is on the bus takes
/// time of the wall, so virtual time follows it, much faster.
final class BusBench {
    static let speed = 20.0

    let loop: EventLoop
    let daemon: PrivateBus
    let simulation = Simulation()
    let air: Air
    let board = EchoBoard()
    private(set) var standIn: StandIn?
    /// Of the newest access.
    private(set) weak var port: BlueZPort?
    private var start: Int64

    init(hasStandIn: Bool = true) throws {
        loop = try EventLoop()
        daemon = try PrivateBus()
        air = Air(simulation)
        air.add(board)
        start = EventLoop.now
        if hasStandIn {
            standIn = try StandIn(
                on: Bus(at: daemon.address, on: loop), air, loop, StandInSettings())
            standIn?.beforeInput = { [unowned self] in catchUp() }
        }
    }

    deinit { standIn?.close() }

    func endStandIn() {
        standIn?.close()
        standIn = nil
    }

    private func catchUp() {
        let span = Double(EventLoop.now - start) * Self.speed
        let now = Instant(nanoseconds: Int64(span))
        if now > simulation.now { simulation.run(until: now) }
    }

    private func turn(_ limit: Int64) {
        loop.wakeTime = min(limit, EventLoop.now + 1_000_000)
        loop.turn(mayBlock: true)
        catchUp()
        standIn?.flush()
    }

    func access(
        _ address: Address? = nil, adapter: String? = nil
    ) throws(AccessError) -> BoardAccess {
        let address = address ?? board.address
        let name = "bluez:\(address)"
        let clock = LiveClock(
            speed: Self.speed, wall: { EventLoop.now }, turn: { [self] in turn($0) })
        let port = BlueZPort(
            adapter: adapter, at: name, busAddress: daemon.address, on: loop, clock)
        self.port = port
        let access = BoardAccess(port, to: .address(address), named: name, on: clock)
        try access.open()
        return access
    }
}
