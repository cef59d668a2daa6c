import Declaration
import ScriptedClient
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
    var judgement: any JudgementKind = TraceLine()
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
        keys.exactlyOne(\.judgement, of: Cases("kind of expectation", kinds))
        keys.reference(\.board, "board", asNeeded: { $0.judgement.isOfBoard }, "Of which board.")
        keys.reference(
            \.client, "client", asNeeded: { $0.judgement.isOfClient }, "Of which client.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        guard after > within else { return }
        reader.fail(
            "`after` is later than `within`", at: mark, fix: "give at most \(within.text)")
    }

    /// What is asked, in words, unless it has a title.
    package var words: String { title.isEmpty ? judgement.words : title }
    /// Whether it is about what one client got.
    package var isOfClient: Bool { judgement.isOfClient }
    /// Whether it looks at the trace.
    package var needsTrace: Bool { judgement.needsTrace }

    /// Begins to watch what is counted as it happens; false if that does not exist yet.
    package func watch(_ judge: any JudgeContext) -> Bool { judgement.watch(judge) }

    /// What is known so far.
    package func find(_ judge: any JudgeContext) -> Finding { judgement.find(judge) }

    /// Which samples of a series of its client and board it judges; nil if it is not about them.
    package func selection(of series: Series) -> SampleSelection? {
        (judgement as? ErrorBound)?.selection(of: series)
    }

    /// What an expectation can ask, by its key.
    static let kinds: [any JudgementKind.Type] = [
        Received.self, Downloaded.self, ErrorBound.self, LogEntries.self, Notification.self,
        HeardAdvertisement.self, ReadValue.self, LEDState.self, BoardState.self, Dropped.self,
        Connected.self, TraceLine.self,
    ]
}

/// One kind of expectation: its keys, its words, whom it is about, and how it is judged.
protocol JudgementKind: Alternative, Section {
    /// What is asked, in words, for an expectation without a title.
    var words: String { get }
    /// Whether it is about one board.
    var isOfBoard: Bool { get }
    /// Whether it is about what one client got.
    var isOfClient: Bool { get }
    /// What a board needs for it; nil: every board will do.
    var ability: Ability? { get }
    /// The key that needs the ability.
    var demand: String { get }
    /// Whether it looks at the trace.
    var needsTrace: Bool { get }
    /// Begins to watch what is counted as it happens; false if that does not exist yet.
    func watch(_ judge: any JudgeContext) -> Bool
    /// What is known so far.
    func find(_ judge: any JudgeContext) -> Expectation.Finding
}

extension JudgementKind {
    /// Yes.
    var isOfBoard: Bool { true }
    /// No.
    var isOfClient: Bool { false }
    /// None.
    var ability: Ability? { nil }
    /// Its key.
    var demand: String { Self.key }
    /// No.
    var needsTrace: Bool { false }
    /// There is nothing to watch.
    func watch(_ judge: any JudgeContext) -> Bool { true }
}
