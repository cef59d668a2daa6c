import Declaration
import ScriptedClient
import Simulation
import YAML

package struct Expectation: LocatedSection {
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
    var judgement: any JudgementKind = TraceLine()
    package var mark = Mark.start

    package static let keys = Keys(Self(), "expectation") { keys in
        keys.about =
            "Something that must hold by a given time. An expectation with only a minimum is"
            + " decided as soon as that is reached; one with a maximum or an exact value, at its"
            + " deadline."
        keys.optional(
            \.title, "title", otherwise: "derived from the expectation", "Its title in reports.")
        keys.required(
            \.within, "within", in: .milliseconds(1)...Nanoseconds.longest,
            "Time by which it must hold.")
        keys.optional(
            \.after, "after", in: .zero...Nanoseconds.longest,
            "Time before which it is not checked; counting still begins with the run.")
        keys.exactlyOne(
            \.judgement,
            of: Cases("kind of expectation", kinds, as: { $0 }) { $0.read($1, $2) })
        keys.reference(
            \.board, "board", asNeeded: { $0.judgement.isOfBoard }, "The board it is about.")
        keys.reference(
            \.client, "client", asNeeded: { $0.judgement.isOfClient }, "The client it is about.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        guard after > within else { return }
        reader.fail(
            "`after` is later than `within`", at: mark, fix: "use at most \(within.text)")
    }

    /// Its title; by default, its kind and values in words.
    package var words: String { title.isEmpty ? judgement.words : title }
    package var isOfClient: Bool { judgement.isOfClient }
    package var needsTrace: Bool { judgement.needsTrace }

    /// Starts counting events as they happen; false if their source does not exist yet.
    package func watch(_ judge: any JudgeContext) -> Bool { judgement.watch(judge) }

    /// Whether the finding can be final before the deadline; false saves the search for it.
    package func mayDecide(_ judge: any JudgeContext) -> Bool { judgement.mayDecide(judge) }

    /// The finding so far.
    package func find(_ judge: any JudgeContext) -> Finding { judgement.find(judge) }

    /// Which samples of a series of its client and board it checks; nil for none.
    package func selection(of series: Series) -> SampleSelection? {
        (judgement as? ErrorBound)?.selection(of: series)
    }

    /// The kinds of expectation, by key.
    static let kinds: [any JudgementKind.Type] = [
        Received.self, Downloaded.self, ErrorBound.self, LogEntries.self, Notification.self,
        HeardAdvertisement.self, ReadValue.self, LEDState.self, StateExpectation.self, Dropped.self,
        Connected.self, Score.self, TraceLine.self,
    ]
}

/// One kind of expectation: its keys, its title, its subject, and how it is judged.
protocol JudgementKind: Alternative, Section {
    /// The title of an expectation that has none of its own.
    var words: String { get }
    /// Whether it is about one board.
    var isOfBoard: Bool { get }
    var isOfClient: Bool { get }
    /// What a board must have for it; nil if it applies to every board.
    var ability: Ability? { get }
    /// The key that needs the ability.
    var demand: String { get }
    var needsTrace: Bool { get }
    /// Starts counting events as they happen; false if their source does not exist yet.
    func watch(_ judge: any JudgeContext) -> Bool
    /// Whether the finding can be final before the deadline.
    func mayDecide(_ judge: any JudgeContext) -> Bool
    /// The finding so far.
    func find(_ judge: any JudgeContext) -> Expectation.Finding
}

extension JudgementKind {
    var isOfBoard: Bool { true }
    var isOfClient: Bool { false }
    var ability: Ability? { nil }
    var demand: String { Self.key }
    var needsTrace: Bool { false }
    func watch(_ judge: any JudgeContext) -> Bool { true }
    func mayDecide(_ judge: any JudgeContext) -> Bool { true }
}

/// A judgement of how often something happened.
protocol CountJudgement: JudgementKind {
    var count: Count { get set }
}

extension CountJudgement {
    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}
