import Declaration
public import Simulation
public import YAML

public struct Expectation: LocatedSection {
    public static let title = "expectation"
    public static let about =
        "Something that must hold by a given time. What asks only for a least is decided as soon as"
        + " it is reached; what asks for a most, or an exact value, is decided at its deadline."
    public static let example = """
        expect:
          - title: every sample arrives
            within: 30 s
            received: {signal: acceleration, at-least: 990, at-most: 1010}
          - within: 30 s
            error: {signal: acceleration, rms: 20 mg}
        """

    public var title = ""
    public var within: Nanoseconds = .seconds(1)
    public var after = Nanoseconds.zero
    public var client = Reference(.client)
    public var board = Reference(.board)
    /// What must hold.
    public var judgement = Judgement.trace(TraceLine())
    public var mark = Mark.start

    public static let keys = Keys(Self()) { keys in
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

    public func check(_ reader: Reader, at mark: Mark) {
        guard after > within else { return }
        reader.fail(
            "`after` is later than `within`", at: mark, mend: "give at most \(within.text)")
    }
}

/// What an expectation asks.
public enum Judgement: OneOf {
    public static let title = "kind of expectation"
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

    public static let cases = Cases<Judgement> { cases in
        cases(
            Judgement.received, Judgement.downloaded, Judgement.error, Judgement.logEntries,
            Judgement.notification, Judgement.advertisement, Judgement.read, Judgement.led,
            Judgement.state, Judgement.dropped, Judgement.connected, Judgement.trace)
    }

    /// Whether it is about one board.
    public var isOfBoard: Bool {
        switch self {
        case .trace: false
        default: true
        }
    }

    /// Whether it is about what one client got.
    public var isOfClient: Bool {
        switch self {
        case .received, .downloaded, .error, .notification, .advertisement, .read, .connected: true
        case .logEntries, .led, .state, .dropped, .trace: false
        }
    }
}
