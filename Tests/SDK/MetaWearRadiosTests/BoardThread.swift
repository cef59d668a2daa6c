import Bluetooth
import EventLoop
import Foundation
import MetaWearBoard
import MetaWearTransport
import Motion
import Simulation
import VirtualRadio

/// Boards on a thread of their own, faster than real time.
final class BoardThread: @unchecked Sendable {
    private let lock = NSLock()
    private var work: [(AirBench) -> Void] = []
    private var isOver = false

    /// What the thread has.
    final class AirBench {
        let simulation = Simulation(seed: 4)
        let air: Air
        let loop: EventLoop
        /// Brings virtual time up to the present.
        fileprivate(set) var catchUp: () -> Void = {}
        fileprivate(set) var boards: [MetaWearBoard] = []
        /// What serves them, for tests that stop it.
        var serving: BusServer.Serving?

        init() throws {
            air = Air(simulation)
            loop = try EventLoop()
        }

        func add(_ profile: BoardProfile, _ address: Address) throws {
            let board = MetaWearBoard(
                profile, name: "board \(boards.count + 1)", address: address,
                body: try ScriptedBody([], start: simulation.now),
                environment: SimpleEnvironment(), in: simulation)
            air.add(board)
            boards.append(board)
        }
    }

    /// How hosts reach the boards.
    struct Server {
        var flush: () -> Void
        var close: () -> Void
    }

    /// - Parameters:
    ///   - count: boards with the addresses C0:00:00:00:00:01 and so on.
    ///   - speed: their time, relative to real time.
    ///   - serve: makes them reachable, on the thread.
    init(
        boards count: Int, speed: Int64, _ serve: @escaping @Sendable (AirBench) throws -> Server
    ) {
        let ready = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            defer { ready.signal() }
            guard let world = try? AirBench() else { return }
            for number in 1...UInt64(count) {
                try? world.add(.metaMotionS, Self.address(number))
            }
            let start = EventLoop.now
            world.catchUp = { [unowned world] in
                let now = Instant(nanoseconds: (EventLoop.now - start) * speed)
                if now > world.simulation.now { world.simulation.run(until: now) }
            }
            guard let server = try? serve(world) else { return }
            ready.signal()
            run(world, server)
        }
        ready.wait()
    }

    deinit { close() }

    static func address(_ number: UInt64) -> Address { Address(0xC000_0000_0000 + number) }

    static func identifier(_ number: UInt64) -> UUID {
        UUID(bluetoothAddress: address(number).description)
    }

    /// Ends the server.
    func close() { lock.withLock { isOver = true } }

    /// Does something with the boards, on their thread.
    func perform(_ work: @escaping @Sendable (AirBench) -> Void) {
        lock.withLock { self.work.append(work) }
    }

    private func run(_ world: AirBench, _ server: Server) {
        while true {
            let (work, isOver) = lock.withLock {
                defer { self.work = [] }
                return (self.work, self.isOver)
            }
            for each in work { each(world) }
            if isOver { return server.close() }
            world.loop.wakeTime = EventLoop.now + 1_000_000
            world.loop.turn(mayBlock: true)
            world.catchUp()
            server.flush()
        }
    }
}
