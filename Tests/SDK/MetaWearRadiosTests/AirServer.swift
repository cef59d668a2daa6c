import Bluetooth
import EventLoop
import Foundation
import HCITransport
import MetaWearBoard
import MetaWearTransport
import Motion
import Simulation
import VirtualRadio

/// Boards behind HCI controllers at a Unix socket, on a thread of their own, much faster than real time.
final class AirServer: @unchecked Sendable {
    let path: String
    /// Where the boards are found.
    var radio: String { "hci-unix:\(path)" }
    private let lock = NSLock()
    private var work: [(World) -> Void] = []
    private var isOver = false
    private let speed: Int64

    /// What the thread has.
    final class World {
        let simulation = Simulation(seed: 4)
        let air: Air
        let loop: EventLoop
        let server: HCIServer
        fileprivate(set) var boards: [MetaWearBoard] = []

        init(_ path: String) throws {
            air = Air(simulation)
            loop = try EventLoop()
            let air = air
            server = HCIServer(on: loop) { number, name in
                Controller(
                    on: air, name: name,
                    publicAddress: Address(0x0200_5E00_0000 + UInt64(number), kind: .publicDevice),
                    cryptography: nil)
            }
            _ = try server.open(.unix(path: path))
        }

        func add(_ profile: BoardProfile, _ address: Address) throws {
            let board = MetaWearBoard(
                profile, name: "board \(boards.count + 1)", address: address,
                body: try ScriptedBody([], start: simulation.now), environment: SimpleEnvironment(),
                in: simulation)
            air.add(board)
            boards.append(board)
        }
    }

    /// - Parameters:
    ///   - count: boards with the addresses C0:00:00:00:00:01 and so on.
    ///   - speed: their time, relative to real time.
    init(boards count: Int = 1, speed: Int64 = 20) {
        self.speed = speed
        path = "/tmp/boardsim-sdk-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let ready = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            defer { ready.signal() }
            guard let world = try? World(path) else { return }
            for number in 1...UInt64(count) {
                try? world.add(.metaMotionS, Self.address(number))
            }
            ready.signal()
            run(world)
        }
        ready.wait()
    }

    deinit { close() }

    static func address(_ number: UInt64) -> Address { Address(0xC000_0000_0000 + number) }

    static func identifier(_ number: UInt64) -> UUID {
        UUID(bluetoothAddress: address(number).description)
    }

    /// Ends the server and its controllers.
    func close() { lock.withLock { isOver = true } }

    /// Does something with the boards, on their thread.
    func perform(_ work: @escaping @Sendable (World) -> Void) {
        lock.withLock { self.work.append(work) }
    }

    private func run(_ world: World) {
        let start = EventLoop.now
        while true {
            let (work, isOver) = lock.withLock {
                defer { self.work = [] }
                return (self.work, self.isOver)
            }
            for each in work { each(world) }
            if isOver { return world.server.close() }
            world.loop.wakeTime = EventLoop.now + 1_000_000
            world.loop.turn(mayBlock: true)
            let now = Instant(nanoseconds: (EventLoop.now - start) * speed)
            if now > world.simulation.now { world.simulation.run(until: now) }
            world.server.flush()
        }
    }
}
