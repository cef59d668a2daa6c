public import Simulation
public import YAML

/// Something that must hold by a given time.
public struct Expectation: Section {
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

    /// What the report calls it; empty: made from what it asks.
    public var title = ""
    /// Virtual time by which it must hold.
    public var within: Nanoseconds = .seconds(1)
    /// Virtual time before which it is not looked at.
    public var after = Nanoseconds.zero
    /// Of which client; `nil`: the only one.
    public var client = Reference(.client)
    /// Of which board; `nil`: the only one.
    public var board = Reference(.board)
    /// What must hold.
    public var judgement = Judgement.trace(TraceLine())
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.optional(&title, "title", otherwise: "made from what it asks", "For the report.")
        keys.required(
            &within, "within", in: .milliseconds(1)...Nanoseconds.longest,
            "Virtual time since the run began by which it must hold.")
        keys.optional(
            &after, "after", in: .zero...Nanoseconds.longest,
            "Virtual time before which nobody looks whether it holds; counts still begin with the"
                + " run.")
        keys.exactlyOne(&judgement)
        keys.reference(&board, "board", asNeeded: judgement.isOfBoard, "Of which board.")
        keys.reference(&client, "client", asNeeded: judgement.isOfClient, "Of which client.")
    }

    public mutating func check(_ reader: Reader) {
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

    public static func declare(_ cases: Cases<Judgement>) {
        cases("received", Judgement.received)
        cases("downloaded", Judgement.downloaded)
        cases("error", Judgement.error)
        cases("log-entries", Judgement.logEntries)
        cases("notification", Judgement.notification)
        cases("advertisement", Judgement.advertisement)
        cases("read", Judgement.read)
        cases("led", Judgement.led)
        cases("state", Judgement.state)
        cases("dropped", Judgement.dropped)
        cases("connected", Judgement.connected)
        cases("trace", Judgement.trace)
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
