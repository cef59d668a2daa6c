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
          - always: {log-fill: {at-most: 90 %}}
          - within: 10 s
            when: {streaming: true, connected: false}
            eventually: {connected: true}
        """

    package var title = ""
    /// `within`; nil: the end of the run.
    package var limit: Nanoseconds?
    package var after = Nanoseconds.zero
    package var when: When?
    package var client = Reference(.client)
    package var board = Reference(.board)
    /// What must hold.
    var judgement: any JudgementKind = TraceLine()
    package var mark = Mark.start

    package static let keys = Keys(Self(), "expectation") { keys in
        keys.about =
            "Something that must hold by a given time. An expectation with only a minimum is"
            + " decided as soon as that is reached; one with a maximum or an exact value, at its"
            + " deadline. `always`, `sometimes` and `eventually` are about every moment of the run."
        keys.optional(
            \.title, "title", otherwise: "derived from the expectation", "Its title in reports.")
        keys.optional(
            \.limit, "within", in: .milliseconds(1)...Nanoseconds.longest,
            otherwise: "required; of `always` and `sometimes`, the end of the run",
            "Time by which it must hold.")
        keys.optional(
            \.after, "after", in: .zero...Nanoseconds.longest,
            "Time before which it is not checked; counting still begins with the run.")
        keys.optional(
            \.when, "when", otherwise: "always",
            "Of `always`, `sometimes` and `eventually`: when it is asked for.")
        keys.exactlyOne(
            \.judgement,
            of: Cases("kind of expectation", kinds, as: { $0 }) { $0.read($1, $2) })
        keys.reference(
            \.board, "board", asNeeded: { $0.judgement.isOfBoard }, "The board it is about.")
        keys.reference(
            \.client, "client", asNeeded: { $0.judgement.isOfClient }, "The client it is about.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        let isProperty = judgement is any PropertyKind
        if when != nil, !isProperty {
            reader.fail(
                "`when` is for `always`, `sometimes` and `eventually`", at: mark, fix: "remove it")
        }
        guard let limit else {
            guard judgement.needsLimit else { return }
            return reader.fail(
                "missing key `within` in expectation", at: mark, fix: "add `within: 500 ms`")
        }
        // Of what comes in the end, it is the time that it takes.
        guard after > limit, !(isProperty && judgement.needsLimit) else { return }
        reader.fail(
            "`after` is later than `within`", at: mark, fix: "use at most \(limit.text)")
    }

    /// Its title; by default, its kind and values in words.
    package var words: String { title.isEmpty ? judgement.words : title }
    package var isOfClient: Bool { judgement.isOfClient }
    package var needsTrace: Bool { judgement.needsTrace }

    /// Starts counting events as they happen; false if their source does not exist yet.
    package func watch(_ judge: any JudgeContext) -> Bool { judgement.watch(judge) }

    /// Whether the finding can be final before the deadline; false saves the search for it.
    package func mayDecide(_ judge: any JudgeContext) -> Bool { judgement.mayDecide(judge) }

    /// Whether any finding can be final before the deadline.
    package var canDecideEarly: Bool { judgement.canDecideEarly }

    /// Whether no finding is final while its client goes on.
    package var waitsForClient: Bool { judgement.waitsForClient }

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
        Connected.self, Score.self, TraceLine.self, Always.self, Sometimes.self, Eventually.self,
    ]
}

/// One kind of expectation: its keys, its title, its subject, and how it is judged.
protocol JudgementKind: Alternative, Section {
    /// The title of an expectation that has none of its own.
    var words: String { get }
    /// Whether it is about one board.
    var isOfBoard: Bool { get }
    var isOfClient: Bool { get }
    /// Whether it must say by when.
    var needsLimit: Bool { get }
    /// What a board must have for it; nil if it applies to every board.
    var ability: Ability? { get }
    /// The key that needs the ability.
    var demand: String { get }
    var needsTrace: Bool { get }
    /// Starts counting events as they happen; false if their source does not exist yet.
    func watch(_ judge: any JudgeContext) -> Bool
    /// Whether any finding can be final before the deadline.
    var canDecideEarly: Bool { get }
    /// Whether no finding is final while its client goes on.
    var waitsForClient: Bool { get }
    /// Whether the finding can be final now, before the deadline.
    func mayDecide(_ judge: any JudgeContext) -> Bool
    /// The finding so far.
    func find(_ judge: any JudgeContext) -> Expectation.Finding
}

extension JudgementKind {
    var isOfBoard: Bool { true }
    var isOfClient: Bool { false }
    var needsLimit: Bool { true }
    var ability: Ability? { nil }
    var demand: String { Self.key }
    var needsTrace: Bool { false }
    func watch(_ judge: any JudgeContext) -> Bool { true }
    var canDecideEarly: Bool { true }
    var waitsForClient: Bool { false }
    func mayDecide(_ judge: any JudgeContext) -> Bool { canDecideEarly }
}

/// A judgement of how often something happened.
protocol CountJudgement: JudgementKind {
    var count: Count { get set }
}

extension CountJudgement {
    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}
