import CommandLineProgram
import EventLoop
import Glibc
import HCITransport
import LiveRun
import Simulation
import VirtualRadio

/// What sockets, loop and pacing cost by themselves: the controller is a stub.
enum TransportBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        guard let bench = try? TransportBench() else {
            console.complain("boardsim bench: no socket could be made\n")
            return []
        }
        return bench.notifications(atOnce: 6, limit: 1) + bench.notifications(atOnce: 1, limit: 6)
            + bench.roundTrips()
    }
}

/// A controller that answers every packet with the same one, after a while of virtual time.
private final class EchoPort: HCIPort, EventTarget {
    /// A notification of 20 bytes in an ACL packet: 32 bytes.
    static let packet: [UInt8] =
        [0x02, 0x40, 0x20, 27, 0, 23, 0, 0x04, 0x00, 0x1B, 0x03, 0x00]
        + [UInt8](repeating: 0x55, count: 20)

    var onOutput: (() -> Void)?
    var isHostSlow = false
    private(set) var answers = 0
    private var waiting = 0
    private let simulation: Simulation
    private var target = TargetID(index: 0)

    init(_ simulation: Simulation) {
        self.simulation = simulation
        target = simulation.clock.register(self)
    }

    func say(_ count: Int) {
        let wasEmpty = waiting == 0
        waiting += count
        if wasEmpty { onOutput?() }
    }

    func receive(_ packet: Span<UInt8>) {
        simulation.clock.schedule(target, 0, after: .microseconds(7_500))
    }

    func handle(_ event: Event) {
        answers += 1
        say(1)
    }

    func takeOutput(into buffer: inout [UInt8]) {
        for _ in 0..<waiting { buffer += Self.packet }
        waiting = 0
    }

    func detach() {}
}

private final class TransportBench {
    private let loop: EventLoop
    private let path = "/tmp/boardsim-bench-\(getpid())"

    init() throws { loop = try EventLoop() }

    /// Runs `body` with hosts attached, each in a process of its own.
    private func withHosts(
        _ count: Int = 1, answer: Int, _ simulation: Simulation,
        _ body: (HCIServer, [EchoPort]) -> [Measurement]
    ) -> [Measurement] {
        var ports: [EchoPort] = []
        let server = HCIServer(on: loop) { _, _ in
            let port = EchoPort(simulation)
            ports.append(port)
            return port
        }
        guard (try? server.open(.unix(path: path))) != nil else { return [] }
        let hosts = (0..<count).compactMap { _ in BenchHost(path: path, .exchange(answer)) }
        defer {
            server.close()
            for host in hosts { host.wait() }
        }
        var isLate = false
        let patience = loop.after(milliseconds: 10_000) { isLate = true }
        while ports.count < hosts.count, !isLate { loop.turn(mayBlock: true) }
        patience.cancel()
        return ports.count == count ? body(server, ports) : []
    }

    /// Packets to a host that only reads.
    func notifications(atOnce: Int, limit: Double) -> [Measurement] {
        withHosts(answer: 0, Simulation()) { server, ports in
            let port = ports[0]
            let count = 120_000
            let seconds = leastProcessorSeconds {
                for _ in 0..<count / atOnce {
                    port.say(atOnce)
                    loop.turn(mayBlock: false)
                    server.flush()
                    while port.isHostSlow { loop.turn(mayBlock: true) }
                }
            }
            return [
                Measurement(
                    name: "HCI transport, 20-byte notification, \(atOnce) at once",
                    value: seconds / Double(count) * 1e6, unit: "us", bound: .atMost(limit),
                    floor: Work(bytes: 32, systemCalls: 1 / Double(atOnce)))
            ]
        }
    }

    /// A request of the host and its answer one connection interval later, at speed 1000.
    func roundTrips() -> [Measurement] {
        let simulation = Simulation()
        let core = OneCore()
        defer { core.leave() }
        return withHosts(answer: EchoPort.packet.count, simulation) { server, ports in
            let port = ports[0]
            let pacer = LivePacer(
                loop, speed: 1000, nextEvent: { simulation.clock.nextEvent },
                advance: { simulation.run(until: $0) })
            server.beforeInput = { pacer.catchUp() }
            let count = 40_000
            var wall = Double.infinity
            let seconds = leastProcessorSeconds {
                let goal = port.answers + count
                let start = pacer.elapsed
                while port.answers < goal { pacer.turn { server.flush() } }
                wall = min(wall, pacer.elapsed - start)
            }
            return [
                Measurement(
                    name: "HCI transport, round trip at speed 1000 on one core, processor",
                    value: seconds / Double(count) * 1e6, unit: "us", bound: .atMost(12),
                    floor: Work(events: 1, bytes: 64, systemCalls: 2)),
                Measurement(
                    name: "HCI transport, round trip at speed 1000 on one core, clock",
                    value: wall / Double(count) * 1e6, unit: "us", bound: .atMost(60)),
            ]
        }
    }
}
