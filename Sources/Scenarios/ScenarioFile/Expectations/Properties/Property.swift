import Declaration
import ScriptedClient
import Simulation
import YAML

/// An expectation about every moment of a run, instead of one time: what holds between two events.
protocol PropertyKind: JudgementKind {
    var condition: BoardCondition { get set }
    /// What it claims of the moments.
    static var claim: Property.Claim { get }
}

extension PropertyKind {
    var words: String { "\(Self.key): \(condition.words)" }
    var ability: Ability? { condition.ability }
    var demand: String { condition.demand }
    var needsLimit: Bool { Self.claim == .eventually }
    package func check(_ reader: Reader, at mark: Mark) { condition.check(reader, at: mark) }

    /// A property is found by its moments.
    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        preconditionFailure("a property is judged moment by moment")
    }
}

extension Expectation {
    package struct Always: PropertyKind {
        static var claim: Property.Claim { .always }
        package var condition = BoardCondition()

        package static let keys = Keys(Self(), "always") { keys in
            keys.about =
                "The board is so at every moment: from `after`, or the start, until `within`, or the end. With `when`,"
                + " at every moment at which that holds, too."
            BoardCondition.declare(&keys, \.condition)
        }
    }

    package struct Sometimes: PropertyKind {
        static var claim: Property.Claim { .sometimes }
        package var condition = BoardCondition()

        package static let keys = Keys(Self(), "sometimes") { keys in
            keys.about =
                "The board is so at one moment at least. A run that does not reach it has not failed; a sweep or an"
                + " exploration has, if none of its worlds reached it: then they test nothing of the kind."
            BoardCondition.declare(&keys, \.condition)
        }
    }

    package struct Eventually: PropertyKind {
        static var claim: Property.Claim { .eventually }
        package var condition = BoardCondition()

        package static let keys = Keys(Self(), "eventually") { keys in
            keys.about =
                "The board becomes so within the time `within`: once after the start, or each time that `when`"
                + " begins to hold."
            BoardCondition.declare(&keys, \.condition)
        }
    }

    /// When a property is asked for.
    package struct When: Section {
        package var condition = BoardCondition()

        package static let keys = Keys(Self(), "condition of a board") { keys in
            keys.about = "A state of the board; a state that is left out is not checked."
            BoardCondition.declare(&keys, \.condition)
        }

        package func check(_ reader: Reader, at mark: Mark) { condition.check(reader, at: mark) }
    }

    /// What it says of all moments; nil if it is about one time.
    package var property: Property? {
        guard let kind = judgement as? any PropertyKind else { return nil }
        return Property(
            claim: type(of: kind).claim, condition: kind.condition, when: when?.condition,
            limit: limit)
    }
}

/// What an expectation says of every moment of a run.
package struct Property {
    package enum Claim: Sendable {
        case always, sometimes, eventually
    }

    /// How a property stands after a moment.
    package enum Standing: Equatable {
        case open
        case held(String)
        case failed(String)
    }

    package let claim: Claim
    private let condition: BoardCondition
    private let when: BoardCondition?
    private let limit: Nanoseconds?
    /// What of a board's state it needs.
    package let parts: BoardState.Parts
    /// Whether `when` held at the last moment.
    private var wasAsked = false
    /// At how many moments, or how often, it was asked for.
    private var asked = 0
    /// Of `eventually`: since when the board is not so, although it has to become so.
    private var since: Instant?

    init(
        claim: Claim, condition: BoardCondition, when: BoardCondition?, limit: Nanoseconds?
    ) {
        (self.claim, self.condition, self.when, self.limit) = (claim, condition, when, limit)
        parts = condition.parts.union(when?.parts ?? [])
    }

    /// By when the board has to become so; nil if nothing is pending.
    package var due: Instant? {
        since.flatMap { since in limit.map { since + $0 } }
    }

    /// Whether a run goes on until it is decided.
    package var isAwaited: Bool {
        claim == .eventually && (when == nil || since != nil)
    }

    /// Sees how the board was at a moment.
    package mutating func see(_ state: BoardState, at now: Instant) -> Standing {
        let isAsked = when?.wrong(in: state).isEmpty ?? true
        defer { wasAsked = isAsked }
        let wrong = condition.wrong(in: state)
        switch claim {
        case .always:
            guard isAsked else { return .open }
            asked += 1
            return wrong.isEmpty
                ? .open : .failed("\(wrong.joined(separator: ", ")) at \(now)")
        case .sometimes:
            return isAsked && wrong.isEmpty ? .held("reached at \(now)") : .open
        case .eventually:
            if isAsked, !wasAsked {
                asked += 1
                since = since ?? now
            }
            if let due, now > due { return .failed(late(wrong)) }
            guard wrong.isEmpty else { return .open }
            let began = since
            since = nil
            // Without `when`, once is enough.
            return when == nil && began != nil ? .held("so at \(now)") : .open
        }
    }

    private func late(_ wrong: [String]) -> String {
        let words = wrong.isEmpty ? "too late" : wrong.joined(separator: ", ")
        return "not so within \(limit?.text ?? "") of \(since ?? .zero): \(words)"
    }

    /// How it stands at the end of a run that has not decided it.
    ///
    /// - Returns: whether it holds, and why.
    package func close() -> (holds: Bool, detail: String) {
        switch claim {
        case .always:
            return (true, asked > 0 ? "at every moment" : "`when` never held")
        case .sometimes: return (false, "never reached")
        case .eventually:
            if let since {
                return (
                    when != nil, "still open since \(since) (the run ended before the deadline)"
                )
            }
            let times = asked == 1 ? "once" : "\(asked) times"
            return (true, asked > 0 ? times : "`when` never held")
        }
    }
}
