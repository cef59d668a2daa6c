import CommandLineProgram
import Device
import EventLoop
import HCITransport
import LiveRun
import MetaWearBoard
import Peripheral
import Simulation
import Wire

/// What boards cost whose clients are other processes, with all that lies between: link, controller,
/// socket.
enum RadioBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        [
            { notification(atOnce: 6, limit: 0.8) }, { notification(atOnce: 1, limit: 5) }, read,
            discovery, crowd,
        ].flatMap { (benchmark: () -> [Measurement]) in
            let measurements = benchmark()
            if measurements.isEmpty {
                console.complain("boardsim bench: a host of the radio did not get through\n")
            }
            return measurements
        }
    }

    /// 20 bytes from the firmware to the socket, so many in each connection event.
    private static func notification(atOnce: Int, limit: Double) -> [Measurement] {
        guard let bench = RadioBench(boards: 1) else { return [] }
        let board = bench.world.boards[0]
        let packet = ShortBytes((0..<20).map { UInt8($0) })
        let task = BenchHost.Task.listen(first: 0, count: 1, handles: bench.handles)
        return bench.withHosts([task]) {
            guard bench.turn(until: { board.notify(packet).mayArrive }) else { return [] }
            let count = 120_000
            let (seconds, events) = leastCost(on: bench.world.simulation.clock) {
                let goal = board.notificationsSent + count
                while board.notificationsSent < goal {
                    for _ in 0..<atOnce { board.notify(packet) }
                    bench.world.simulation.run(for: .microseconds(7_500))
                    bench.loop.turn(mayBlock: false)
                    bench.server.flush()
                    while bench.ports[0].isHostSlow { bench.loop.turn(mayBlock: true) }
                }
            }
            return [
                Measurement(
                    name: "notification, firmware to another process, \(atOnce) at once",
                    value: seconds / Double(count) * 1e6, unit: "us", bound: .atMost(limit),
                    floor: Work(
                        events: events / Double(count), bytes: 32, systemCalls: 1 / Double(atOnce)),
                    peer: .init(name: "notification-socket"))
            ]
        }
    }

    /// A read request of a host and its response, at speed 1000.
    private static func read() -> [Measurement] {
        guard let bench = RadioBench(boards: 1) else { return [] }
        let core = OneCore()
        defer { core.leave() }
        let task = BenchHost.Task.read(handle: bench.handles.batteryLevel)
        return bench.withHosts([task]) {
            let port = bench.ports[0]
            guard bench.turn(until: { port.dataPackets >= 10 }) else { return [] }
            let count = 40_000
            var wall = Double.infinity
            let (seconds, events) = leastCost(on: bench.world.simulation.clock) {
                let goal = port.dataPackets + count
                let start = bench.pacer.elapsed
                while port.dataPackets < goal { bench.turn() }
                wall = min(wall, bench.pacer.elapsed - start)
            }
            return [
                Measurement(
                    name: "GATT read round trip of another process on one core, processor",
                    value: seconds / Double(count) * 1e6, unit: "us", bound: .atMost(12),
                    floor: Work(events: events / Double(count), bytes: 40, systemCalls: 2),
                    peer: .init(name: "read-socket")),
                Measurement(
                    name: "GATT read round trip of another process on one core, clock",
                    value: wall / Double(count) * 1e6, unit: "us", bound: .atMost(60)),
            ]
        }
    }

    /// From a host's wish to connect to the last descriptor of the board, at speed 1000.
    private static func discovery() -> [Measurement] {
        guard let bench = RadioBench(boards: 1) else { return [] }
        let core = OneCore()
        defer { core.leave() }
        return bench.withHosts([.discover]) {
            let port = bench.ports[0]
            guard bench.turn(until: { port.connects >= 3 }) else { return [] }
            let count = 100
            let (seconds, events) = leastCost(on: bench.world.simulation.clock) {
                let goal = port.connects + count
                while port.connects < goal { bench.turn() }
            }
            return [
                Measurement(
                    name: "connect and discover a board from another process, processor",
                    value: seconds / Double(count) * 1e3, unit: "ms", bound: .atMost(1),
                    floor: Work(events: events / Double(count)))
            ]
        }
    }

    /// 200 boards that stream acceleration at 100 Hz to four hosts, at the speed of the clock.
    private static func crowd() -> [Measurement] {
        guard let bench = RadioBench(boards: 200) else { return [] }
        let boards = bench.world.boards
        let tasks = (0..<4).map {
            BenchHost.Task.listen(first: 50 * $0, count: 50, handles: bench.handles)
        }
        // As fast as so many get connected.
        bench.pace(20)
        return bench.withHosts(tasks) {
            guard bench.turn(until: { boards.allSatisfy { $0.notificationsSent > 10 } }) else {
                return []
            }
            bench.pace(1)
            let wall = 3.0
            let start = Pacer.processorSeconds
            let before = boards.reduce(0) { $0 + $1.notificationsSent }
            while bench.pacer.elapsed < wall { bench.turn() }
            let seconds = Pacer.processorSeconds - start
            let sent = boards.reduce(0) { $0 + $1.notificationsSent } - before
            // A run that sends less than it should is not cheap.
            let share = Double(sent) / (200 * 100 * wall)
            return [
                Measurement(
                    name: "200 boards at 100 Hz to 4 other processes, of a core",
                    value: seconds / wall * 100 / min(share, 1), unit: "%", bound: .atMost(20))
            ]
        }
    }
}
