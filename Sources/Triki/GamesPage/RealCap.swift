internal import Central
import VeltoKit
import VeltoRadio

/// A cap of a radio of this machine, on the loop that serves the page. What it reports waits for the next frame.
final class RealCap: PlayersCap {
    let session: MotionSession
    let kind = "real"
    private(set) var firstUnshown: Double?

    private let radio: CapPort
    private let events = Events()
    private let clock = Clock()
    /// Frames are passed on one by one: a cap cuts them anywhere, and the paddle reads the beginning of
    /// each packet.
    private var frames = CapFrameReader()

    /// A cap that the radio finds.
    ///
    /// - Parameter onTrouble: is told once why the radio does not work.
    init(_ port: any RadioPort, onTrouble: @escaping (String) -> Void) {
        radio = CapPort(port, onTrouble: onTrouble, later: { $0() })
        session = MotionSession(radio: radio, clock: { [clock] in clock.now })
        radio.onEvent = { [events] in events.add($0) }
    }

    func advance(to now: Double) {
        clock.now = now
        while let event = events.take() {
            guard case .notified(let bytes) = event else {
                frames = CapFrameReader()
                session.handle(event)
                continue
            }
            if firstUnshown == nil { firstUnshown = now }
            for frame in frames.process(bytes) { session.handle(.notified(frame.bytes)) }
        }
    }

    func shown() { firstUnshown = nil }

    private final class Clock {
        var now = 0.0
    }

    /// What the radio has reported since the last frame.
    private final class Events {
        /// Most events that wait for the page; a page that stands still for long loses the oldest packets.
        private static let most = 4096
        private var waiting: [RadioEvent] = []

        func add(_ event: RadioEvent) {
            if waiting.count >= Self.most {
                waiting.removeAll { if case .notified = $0 { true } else { false } }
            }
            waiting.append(event)
        }

        func take() -> RadioEvent? { waiting.isEmpty ? nil : waiting.removeFirst() }
    }
}
