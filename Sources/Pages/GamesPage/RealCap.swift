internal import MetaWearTransport
import Synchronization
import VeltoKit
import VeltoTransport

/// A cap of a radio of this machine. The radio is on the main actor and the page on the thread of its
/// server; operations and events pass between them.
final class RealCap: PlayersCap {
    let session: MotionSession
    let kind = "real"
    private(set) var firstUnshown: Double?

    private let mailbox: Mailbox
    private let clock: Clock
    /// Frames are passed on one by one: a cap cuts them anywhere, and the paddle reads the beginning of
    /// each packet.
    private var frames = CapFrameReader()

    /// A cap that the radio finds.
    init(_ radio: any BLERadio) {
        let clock = Clock()
        let mailbox = Mailbox()
        self.clock = clock
        self.mailbox = mailbox
        session = MotionSession(radio: mailbox, clock: { clock.now })
        Task { @MainActor in await mailbox.serve(radio) }
    }

    func advance(to now: Double) {
        clock.now = now
        for event in mailbox.take() {
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
}

/// What a session asks of a radio of another thread, and what that reports.
private final class Mailbox: CapRadio, Sendable {
    private struct Contents {
        var isOn = false
        var events: [RadioEvent] = []
    }

    private let contents = Mutex(Contents())
    private let operations: AsyncStream<RadioOperation>
    private let queue: AsyncStream<RadioOperation>.Continuation

    /// Most events that wait for the page; a page that is not shown for long loses the oldest packets.
    private static let mostEvents = 4096

    init() { (operations, queue) = AsyncStream.makeStream() }

    var isOn: Bool { contents.withLock { $0.isOn } }

    func perform(_ operation: RadioOperation) { queue.yield(operation) }

    func take() -> [RadioEvent] {
        contents.withLock { contents in
            defer { contents.events = [] }
            return contents.events
        }
    }

    private func put(_ event: RadioEvent) {
        contents.withLock { contents in
            if case .power(let isOn) = event { contents.isOn = isOn }
            if contents.events.count >= Self.mostEvents {
                contents.events.removeAll { if case .notified = $0 { true } else { false } }
            }
            contents.events.append(event)
        }
    }

    /// Serves the session until the program ends.
    @MainActor
    func serve(_ radio: any BLERadio) async {
        let radio = await TransportRadio(radio)
        radio.onEvent = { [unowned self] event in put(event) }
        put(.power(isOn: radio.isOn))
        for await operation in operations { radio.perform(operation) }
    }
}
