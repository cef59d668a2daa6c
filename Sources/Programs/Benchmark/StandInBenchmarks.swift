import BlueZStandIn
import CommandLineProgram
import DBus
import DaemonBus
import Device
import EventLoop
import MetaWearBoard
import Simulation
import Wire

/// The cost of a board whose client uses the stand-in for BlueZ: the client and the bus's daemon
/// are other processes.
enum StandInBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        let rows = [
            (BenchBusClient.Way.signals, "a signal", 12.0), (.socket, "an acquired socket", 3.0),
        ]
        return rows.compactMap { way, words, limit in
            guard let seconds = notification(way) else {
                console.complain("boardsim bench: a client of the stand-in did not get through\n")
                return nil
            }
            return Measurement(
                name: "notification of 20 bytes, firmware to a client of BlueZ by \(words)",
                value: seconds * 1e6, unit: "us", bound: .atMost(limit),
                floor: Work(bytes: 20, systemCalls: way == .socket ? 1 : 1 / 6),
                peer: way == .signals ? .init(name: "signal") : nil)
        }
    }

    /// Seconds of this process for one of 20 bytes, six in each connection event; nil if no client
    /// came.
    private static func notification(_ way: BenchBusClient.Way) -> Double? {
        let world = BenchWorld()
        let board = world.addBoard()
        var daemon = try? PrivateBus()
        guard let address = daemon?.address, let loop = try? EventLoop(),
            let bus = try? Bus(at: address, on: loop),
            let standIn = try? StandIn(on: bus, world.air, loop, StandInSettings()),
            let client = BenchHost(path: address, .bus(way))
        else { return nil }
        defer {
            standIn.close()
            // The client ends with its bus.
            daemon = nil
            client.wait()
        }
        let packet = ShortBytes((0..<20).map { UInt8($0) })
        func turn() {
            for _ in 0..<6 { board.notify(packet) }
            world.simulation.run(for: .milliseconds(30))
            loop.turn(mayBlock: false)
            standIn.flush()
        }
        let end = EventLoop.now + 20_000_000_000
        while board.notificationsSent < 1_000 {
            guard EventLoop.now < end else { return nil }
            turn()
        }
        let count = 30_000
        return leastProcessorSeconds {
            let goal = board.notificationsSent + count
            while board.notificationsSent < goal { turn() }
        } / Double(count)
    }
}
