import EventLoop
import Glibc
import Motion
import Simulation

/// What bare operations cost here and now, in seconds of processor time: the floor under the rows.
struct BareCosts {
    /// An event that waits among a hundred others and does nothing.
    let event: Double
    /// A byte copied from one buffer to another, 64 KiB at a time.
    let byte: Double
    /// A 3 × 3 matrix and a vector.
    let product: Double
    /// 32 bytes written to a socket, or read from its other end.
    let systemCall: Double

    /// Measured at the first use, so in the same run as the rows that it is compared with.
    static let ofThisMachine = BareCosts(
        event: bareEvent(), byte: bareByte(), product: bareProduct(), systemCall: bareSystemCall())

    private final class Idle: EventTarget {
        var target = TargetID(index: 0)
        let clock: Clock

        init(on clock: Clock) {
            self.clock = clock
            target = clock.register(self)
        }

        func handle(_ event: Event) { clock.schedule(target, 0, after: .microseconds(1_000)) }
    }

    private static func bareEvent() -> Double {
        let simulation = Simulation()
        let idle = Idle(on: simulation.clock)
        for index in 0..<100 {
            simulation.clock.schedule(idle.target, 0, after: .microseconds(10 * Int64(index)))
        }
        let count = 1_000_000.0
        return leastProcessorSeconds {
            simulation.run(for: .microseconds(Int64(count) * 10))
        } / count
    }

    private static func bareByte() -> Double {
        let source = [UInt8](repeating: 0x55, count: 65_536)
        var copy = [UInt8](repeating: 0, count: source.count)
        let times = 10_000
        let seconds = leastProcessorSeconds {
            for round in 0..<times {
                copy.withUnsafeMutableBytes { target in
                    source.withUnsafeBytes { target.copyMemory(from: $0) }
                }
                copy[round % copy.count] = 0
            }
        }
        precondition(copy.last == 0x55)
        return seconds / Double(times * source.count)
    }

    private static func bareProduct() -> Double {
        // A turn by 0.1 about z, which leaves a vector's length as it is.
        let (x, y) = (Vector3(0.995, -0.0998, 0), Vector3(0.0998, 0.995, 0))
        let z = Vector3(0, 0, 1)
        var vector = Vector3(1, 2, 3)
        let count = 10_000_000
        let seconds = leastProcessorSeconds {
            for _ in 0..<count { vector = Vector3(x.dot(vector), y.dot(vector), z.dot(vector)) }
        }
        precondition(vector.z == 3)
        return seconds / Double(count)
    }

    private static func bareSystemCall() -> Double {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return 0 }
        defer { for end in ends { close(end) } }
        var bytes = [UInt8](repeating: 0x55, count: 32)
        let count = 100_000
        return leastProcessorSeconds {
            for _ in 0..<count {
                guard write(ends[0], bytes, bytes.count) == bytes.count else { return }
                guard read(ends[1], &bytes, bytes.count) == bytes.count else { return }
            }
        } / Double(2 * count)
    }
}
