import Declaration
import Simulation
import YAML

package struct Expectation: LocatedSection {
    package static let title = "expectation"
    package static let about =
        "Something that must hold by a given time. What asks only for a least is decided as soon as"
        + " it is reached; what asks for a most, or an exact value, is decided at its deadline."
    package static let example = """
        expect:
          - title: every sample arrives
            within: 30 s
            received: {signal: acceleration, at-least: 990, at-most: 1010}
          - within: 30 s
            error: {signal: acceleration, rms: 20 mg}
        """

    package var title = ""
    package var within: Nanoseconds = .seconds(1)
    package var after = Nanoseconds.zero
    package var client = Reference(.client)
    package var board = Reference(.board)
    /// What must hold.
    package var judgement = Judgement.trace(TraceLine())
    package var mark = Mark.start

    package static let keys = Keys(Self()) { keys in
        keys.optional(\.title, "title", otherwise: "made from what it asks", "For the report.")
        keys.required(
            \.within, "within", in: .milliseconds(1)...Nanoseconds.longest,
            "Virtual time since the run began by which it must hold.")
        keys.optional(
            \.after, "after", in: .zero...Nanoseconds.longest,
            "Virtual time before which nobody looks whether it holds; counts still begin with the"
                + " run.")
        keys.exactlyOne(\.judgement)
        keys.reference(\.board, "board", asNeeded: { $0.judgement.isOfBoard }, "Of which board.")
        keys.reference(
            \.client, "client", asNeeded: { $0.judgement.isOfClient }, "Of which client.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        guard after > within else { return }
        reader.fail(
            "`after` is later than `within`", at: mark, mend: "give at most \(within.text)")
    }
}

/// What an expectation asks.
package enum Judgement: OneOf {
    package static let title = "kind of expectation"
    case received(Received)
    case downloaded(Downloaded)
    case error(ErrorBound)
    case logEntries(LogEntries)
    case notification(Notification)
    case advertisement(HeardAdvertisement)
    case read(ReadValue)
    case led(LEDState)
    case state(BoardState)
    case dropped(Dropped)
    case connected(Connected)
    case trace(TraceLine)

    package static let cases = Cases<Judgement> { cases in
        cases(
            Judgement.received, Judgement.downloaded, Judgement.error, Judgement.logEntries,
            Judgement.notification, Judgement.advertisement, Judgement.read, Judgement.led,
            Judgement.state, Judgement.dropped, Judgement.connected, Judgement.trace)
    }

    /// Whether it is about one board.
    package var isOfBoard: Bool {
        switch self {
        case .trace: false
        default: true
        }
    }

    /// Whether it is about what one client got.
    package var isOfClient: Bool {
        switch self {
        case .received, .downloaded, .error, .notification, .advertisement, .read, .connected: true
        case .logEntries, .led, .state, .dropped, .trace: false
        }
    }
}
