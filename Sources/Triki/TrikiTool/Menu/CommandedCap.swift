import Central
import Simulation
import VeltoKit
import VeltoRadio

/// The cap of a command, with the session that the command moves on.
final class CommandedCap {
    let session: MotionSession
    private let access: BoardAccess
    private let radio: CapPort
    private let events = Events()
    private static let patience = Nanoseconds.seconds(30)

    /// What the radio has reported and the session has not taken yet.
    private final class Events {
        var waiting: [RadioEvent] = []
    }

    /// A session on the radio of an access, which is not used otherwise.
    init(_ access: BoardAccess) {
        self.access = access
        radio = CapPort(access.port, only: access.board, onTrouble: { _ in }, later: { $0() })
        session = MotionSession(radio: radio, clock: { access.now.seconds })
        radio.onEvent = { [events] in events.waiting.append($0) }
    }

    /// Connects, and has the cap stream.
    func connect() throws(AccessError) {
        session.connect()
        run(until: access.now + Self.patience, leastWall: access.port.patience) {
            switch session.connectionState {
            case .scanning, .connecting, .discovering: true
            case .idle, .bluetoothOff, .connected, .error: false
            }
        }
        if let failure = radio.failure { throw failure }
        switch session.connectionState {
        case .connected: break
        case .error: throw .missing("it is not a Triki cap: the Nordic UART service is missing")
        default: throw .timedOut("a connection to \(access.name)")
        }
    }

    /// Passes on what comes in until a time.
    func pass(until time: Instant) throws(AccessError) {
        run(until: time, leastWall: .zero) { true }
        if let failure = radio.failure { throw failure }
    }

    private func run(
        until limit: Instant, leastWall: Nanoseconds, while isWanted: () -> Bool
    ) {
        _ = access.pump.run(until: limit, leastWall: leastWall) {
            while !events.waiting.isEmpty { session.handle(events.waiting.removeFirst()) }
            return radio.failure == nil && isWanted()
        }
    }

    /// Ends the link; outside this process it would stay up.
    func leave() {
        guard access.pump.isLive, radio.failure == nil else { return }
        session.disconnect()
        run(until: access.now + Self.patience, leastWall: access.port.patience) {
            session.connectionState != .idle
        }
    }
}
