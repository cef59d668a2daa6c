import AttitudeStream
import AttitudeTransport
import CommandLineProgram
import EventLoop
import Motion
import VeltoKit

/// The motion engine of the Triki cap, and the attitude stream.
enum TrikiBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        VeltoVersion.allCases.flatMap { version in
            MotionMode.allCases.map { poll($0, version) }
        } + [caps(), attitudes()] + attitudesOverTCP()
    }

    /// A session that is connected, with a frame of 14 bytes that turns.
    private static func session(_ mode: MotionMode, _ version: VeltoVersion, _ clock: Ticks)
        -> MotionSession
    {
        let session = MotionSession(version, radio: Silent(), clock: { clock.seconds })
        session.config = .preset(for: mode, version)
        session.connect()
        for event in [
            RadioEvent.discovered(DiscoveredCap(identifier: "a", name: "Triki 1")), .connected,
            .services(hasUART: true), .characteristics(hasUART: true), .subscribed,
        ] {
            session.handle(event)
        }
        return session
    }

    /// Turns to and fro, a second each way.
    private static func frames() -> [[UInt8]] {
        (0..<208).map { index in
            let rate = UInt16(
                bitPattern: Int16(1500 * Elementary.sine(Double(index) / 208 * 2 * .pi)))
            let low = UInt8(truncatingIfNeeded: rate), high = UInt8(truncatingIfNeeded: rate >> 8)
            return [0x22, 0, low, high, high, low, 0x10, 0, 0x18, 0, 0, 0, 0xFE, 0xF7]
        }
    }

    /// One poll at 60 Hz with the packets of a cap at 104 Hz, which come one or two a poll.
    private static func poll(_ mode: MotionMode, _ version: VeltoVersion) -> Measurement {
        let clock = Ticks()
        let session = session(mode, version, clock)
        let frames = frames()
        let count = 60_000
        var next = 0
        var sum = 0.0
        let seconds = leastProcessorSeconds {
            for _ in 0..<count {
                clock.seconds += 1.0 / 60
                while Double(next) / 104 < clock.seconds {
                    session.handle(.notified(frames[next % frames.count]))
                    next += 1
                }
                sum += session.pollInput(deltaTime: 1.0 / 60).posX
            }
        }
        precondition(sum.isFinite)
        return Measurement(
            name:
                "poll of the Triki engine, \(version.rawValue), \(mode.rawValue), with its packets",
            value: seconds / Double(count) * 1e6, unit: "us", bound: .atMost(1),
            // Of each frame: its bytes, and two vectors turned.
            floor: Work(bytes: 14 * 104 / 60, products: 2 * 104 / 60))
    }

    /// A thousand engines with a frame each 104 times a second, polled at 60 Hz; `GameBenchmarks`
    /// has whole caps.
    private static func caps() -> Measurement {
        let clock = Ticks()
        let sessions = (0..<1000).map { _ in session(.gesture, .seed, clock) }
        let frames = frames()
        let virtual = 5.0
        var next = 0
        let seconds = leastProcessorSeconds(of: 2) {
            let end = clock.seconds + virtual
            while clock.seconds < end {
                clock.seconds += 1.0 / 60
                while Double(next) / 104 < clock.seconds {
                    for session in sessions { session.handle(.notified(frames[next % 208])) }
                    next += 1
                }
                for session in sessions { session.pollInput(deltaTime: 1.0 / 60) }
            }
        }
        return Measurement(
            name: "1,000 Triki engines at 104 Hz, against real time", value: virtual / seconds,
            unit: "x", bound: .atLeast(10),
            floor: Work(bytes: 14 * 104_000, products: 2 * 104_000))
    }

    /// From sender to receiver in one process, 1,448 bytes at a time as a TCP segment has.
    private static func attitudes() -> Measurement {
        let count = 200_000
        var received = 0
        let seconds = leastProcessorSeconds {
            var sender = AttitudeSender()
            var receiver = AttitudeReceiver()
            var segment: [UInt8] = []
            received = 0
            for step in 0..<count {
                sender.update(Attitude(yaw: Double(step % 6)), microseconds: UInt64(step))
                sender.flush { bytes in
                    segment += bytes
                    return bytes.count
                }
                guard segment.count >= 1448 || step == count - 1 else { continue }
                received += receiver.process(segment, at: 0)
                segment.removeAll(keepingCapacity: true)
            }
        }
        precondition(received == count, "frames are missing")
        return Measurement(
            name: "attitude frames, sender to receiver without a socket",
            value: Double(count) / seconds, unit: "/s", bound: .atLeast(200_000),
            floor: Work(bytes: 2 * 32))
    }

    /// From sender to receiver through a TCP connection within this machine, in wall-clock time.
    private static func attitudesOverTCP() -> [Measurement] {
        let count = 400_000
        guard let loop = try? EventLoop(),
            let listener = try? AttitudeListener(at: NetworkPlace(port: 0), on: loop),
            let connection = try? AttitudeConnection(to: listener.places[0], on: loop)
        else { return [] }
        defer { listener.close() }
        let start = EventLoop.now
        for step in 0..<count {
            connection.send(Attitude(yaw: Double(step % 6)), microseconds: UInt64(step))
            // Every frame is to arrive: a full socket is waited for.
            while connection.sender.hasBytes { loop.turn(mayBlock: true) }
        }
        while listener.received < count { loop.turn(mayBlock: true) }
        let seconds = Double(EventLoop.now - start) * 1e-9
        precondition(connection.sender.replaced == 0 && listener.refused == 0)
        return [
            Measurement(
                name: "attitude frames, sender to receiver over TCP on this machine",
                value: Double(count) / seconds, unit: "/s", bound: .atLeast(200_000),
                floor: Work(bytes: 4 * 32))
        ]
    }

    private final class Ticks {
        // What is measured is the engine, not this.
        @exclusivity(unchecked) var seconds = 0.0
    }

    private final class Silent: CapRadio {
        var isOn: Bool { true }
        func perform(_ operation: RadioOperation) {}
    }
}
