import Declaration
import ScenarioRun
import ScriptedClient
import YAML

/// Makes a failing world small: the smallest scenario in which the same expectation still fails.
///
/// Something that a scenario needs to work at all may not go: without its client every expectation
/// fails. So each smaller scenario is run twice, with the values of the failing world and with those
/// of a world that passes; it is accepted only if the first fails and the second does not.
package final class Shrinking {
    /// Runs a scenario; nil if it cannot be run.
    package typealias Judge = (_ tree: Node, _ seed: UInt64) -> RunResult?

    /// A scenario with the values of one world.
    private struct Pair {
        var failing: Node
        /// Nil if every world fails.
        var passing: Node?
    }

    private let judge: Judge
    private let failingSeed: UInt64
    private let passingSeed: UInt64
    /// The ways to the keys in which the two worlds differ.
    private var varied: [[NodePath.Part]]
    /// What they may be.
    private var limits: [Variation]
    /// The kind of the step that failed in the world as it was; nil if none did.
    private var failedStep: Substring?
    /// Runs so far.
    package private(set) var runs = 0
    private let mostRuns: Int
    /// Asked before every run: if true, it returns what it has.
    package var isStopped: () -> Bool = { false }

    /// - Parameters:
    ///   - variations: the keys in which the two worlds differ; they keep to the values of the sweep.
    ///   - mostRuns: after these it returns what it has.
    package init(
        failing seed: UInt64, passing passingSeed: UInt64, variations: [Variation],
        mostRuns: Int = 4000, judge: @escaping Judge
    ) {
        failingSeed = seed
        self.passingSeed = passingSeed
        varied = variations.map(\.path.parts)
        limits = variations
        self.mostRuns = mostRuns
        self.judge = judge
    }

    /// The smallest scenario that was found; nil if the failing one does not fail.
    ///
    /// - Parameters:
    ///   - place: of the expectation that fails, in the file.
    ///   - passing: the same file with the values of a world in which that expectation holds.
    package func shrink(_ failing: Node, passing: Node?, expectation place: Int) -> Node? {
        var pair = Pair(failing: failing, passing: passing)
        let before = run(failing, failingSeed)
        failedStep = before.flatMap(Self.failedStep)
        // Without a passing world that is like it, every change that still fails is accepted.
        if let result = passing.flatMap({ run($0, passingSeed) }),
            result.expectations.indices.contains(place),
            result.expectations[place].verdict != .held
        {
            pair.passing = nil
        }
        pair.failing = pair.failing.keeping(only: place, of: "expect")
        pair.passing = pair.passing?.keeping(only: place, of: "expect")
        guard isGood(pair) else { return nil }
        varied = varied.map { pair.failing.places($0) }
        pair = settingSeed(pair)
        var isSmaller = true
        while isSmaller, runs < mostRuns, !isStopped() {
            isSmaller = false
            var open = edits(of: pair.failing)
            var next = 0
            while next < open.count, runs < mostRuns, !isStopped() {
                if accept(open[next], in: &pair) {
                    isSmaller = true
                    // Places have moved; what comes next is about where it was.
                    open = edits(of: pair.failing)
                } else {
                    next += 1
                }
            }
        }
        return pair.failing
    }

    private func run(_ tree: Node, _ seed: UInt64) -> RunResult? {
        runs += 1
        return judge(tree, seed)
    }

    /// The seed becomes part of the file.
    private func settingSeed(_ pair: Pair) -> Pair {
        guard let key = NodePath("seed") else { return pair }
        func text(_ seed: UInt64) -> Node { Node(.scalar("\(seed)", quoted: false), mark: .start) }
        // A seed beyond those that a file can have stays on the command line.
        guard failingSeed <= UInt64(Int.max), passingSeed <= UInt64(Int.max) else { return pair }
        var new = pair
        new.failing = (try? pair.failing.setting(key, to: text(failingSeed))) ?? pair.failing
        new.passing = pair.passing.flatMap { try? $0.setting(key, to: text(passingSeed)) }
        return new
    }

    private func isGood(_ pair: Pair) -> Bool {
        guard let failed = run(pair.failing, failingSeed), failed.expectations.count == 1,
            failed.expectations[0].verdict == .failed, Self.failedStep(failed) == failedStep
        else { return false }
        guard let passing = pair.passing else { return true }
        guard let held = run(passing, passingSeed) else { return false }
        return held.expectations.first?.verdict == .held && held.failedStep == nil
    }

    /// The first word of the step that failed: `led-off`.
    private static func failedStep(_ result: RunResult) -> Substring? {
        for step in result.clients.flatMap(\.steps) {
            if case .failed = step.outcome { return step.title.prefix { $0 != " " } }
        }
        return nil
    }

    // MARK: Edits

    /// One change, at a place that both trees of a pair have.
    private enum Edit {
        /// A key of a mapping goes.
        case removeKey([NodePath.Part], String)
        /// Entries of a list go.
        case removeItems([NodePath.Part], Range<Int>)
        /// A value becomes another one.
        case replace([NodePath.Part], Node)
    }

    /// Large parts first, then their details.
    private func edits(of tree: Node) -> [Edit] {
        var edits: [Edit] = []
        visit(tree, [], &edits)
        return edits
    }

    private func visit(_ node: Node, _ way: [NodePath.Part], _ edits: inout [Edit]) {
        let isVaried = varied.contains(way)
        switch node.content {
        case .mapping(let entries) where !isVaried:
            for entry in entries where !(way.isEmpty && Self.essential.contains(entry.name)) {
                edits.append(.removeKey(way, entry.name))
            }
            for entry in entries where !(way.isEmpty && entry.name == "version") {
                visit(entry.value, way + [.key(entry.name)], &edits)
            }
        case .sequence(let items) where !isVaried:
            var length = items.count
            while length >= 1 {
                // From the end, so that earlier places stay what they are. A few that depend on each
                // other, such as two steps about one board, begin anywhere.
                let step = length <= 3 ? 1 : length
                for start in stride(from: items.count - length, through: 0, by: -step) {
                    edits.append(.removeItems(way, start..<(start + length)))
                }
                length /= 2
            }
            for (place, item) in items.enumerated().reversed() {
                visit(item, way + [.place(place)], &edits)
            }
        case .scalar(let text, false):
            for simple in Self.simpler(text) where !isVaried || isWithin(way, simple) {
                edits.append(.replace(way, Node(.scalar(simple, quoted: false), mark: node.mark)))
            }
        default: break
        }
    }

    /// Whether a value of a varied key is one that the sweep could have had: another one may fail for
    /// another reason.
    private func isWithin(_ way: [NodePath.Part], _ text: String) -> Bool {
        guard let place = varied.firstIndex(of: way) else { return true }
        return limits[place].contains(text)
    }

    private static let essential = ["version", "expect", "seed"]

    /// Rounder and smaller numbers, the simplest first.
    static func simpler(_ text: String) -> [String] {
        guard let amount = Amount(text) else { return [] }
        var values: [Double] = []
        var scale = 1.0
        while scale * 10 <= amount.value.magnitude { scale *= 10 }
        while scale > amount.value.magnitude, scale > 1e-9 { scale /= 10 }
        for part in [scale, scale / 10, scale / 100] where part > 0 {
            values.append((amount.value / part).rounded() * part)
        }
        values.insert((amount.value / 2 / scale).rounded() * scale, at: 0)
        // Of 10, half is 5: it has one digit less.
        let digit = scale / 10
        for part in [10.0, 2] where digit > 0 {
            values.append((amount.value / part / digit).rounded() * digit)
        }
        var texts: [String] = []
        for value in values {
            // Shortest as written, without the noise of binary fractions.
            let short = Amount((value * 1e9).rounded() / 1e9, amount.unit).text
            let isShorter = short.utf8.count < text.utf8.count
            let isSmaller = value.magnitude < amount.value.magnitude
            if short != text, isShorter || isSmaller && short.utf8.count == text.utf8.count,
                !texts.contains(short)
            {
                texts.append(short)
            }
        }
        return texts.isEmpty ? inSmallerUnit(amount) : texts
    }

    /// A tenth and a half of what has no smaller value in its own unit, such as `1 s`.
    ///
    /// Units only ever become smaller, so that shrinking ends. Milliseconds are the smallest: what
    /// is shorter happens at once.
    private static func inSmallerUnit(_ amount: Amount) -> [String] {
        let smaller: [String: (unit: String, count: Double)] = [
            "d": ("h", 24), "h": ("min", 60), "min": ("s", 60), "s": ("ms", 1000),
            "km": ("m", 1000), "m": ("cm", 100), "g": ("mg", 1000),
        ]
        guard let (unit, count) = smaller[amount.unit] else { return [] }
        return [10.0, 2].compactMap { part in
            let value = (amount.value * count / part).rounded()
            return value == 0 ? nil : Amount(value, unit).text
        }
    }

    private func accept(_ edit: Edit, in pair: inout Pair) -> Bool {
        guard let new = apply(edit, to: pair), isGood(new) else { return false }
        pair = new
        if case .removeItems(let way, let range) = edit {
            let kept = zip(varied, limits).compactMap { path, limit in
                Self.moved(path, way, without: range).map { ($0, limit) }
            }
            (varied, limits) = (kept.map(\.0), kept.map(\.1))
        }
        return true
    }

    /// A way after entries of a list are gone; nil if it led through one of them.
    private static func moved(
        _ path: [NodePath.Part], _ way: [NodePath.Part], without range: Range<Int>
    ) -> [NodePath.Part]? {
        guard path.count > way.count, Array(path.prefix(way.count)) == way,
            case .place(let place) = path[way.count], place >= range.lowerBound
        else { return path }
        guard place >= range.upperBound else { return nil }
        var moved = path
        moved[way.count] = .place(place - range.count)
        return moved
    }

    /// Nil if the place is gone.
    private func apply(_ edit: Edit, to pair: Pair) -> Pair? {
        var new = pair
        switch edit {
        case .removeKey(let way, let name):
            guard let failing = pair.failing.removing(key: name, at: way[...]) else { return nil }
            new.failing = failing
            new.passing = pair.passing.map { $0.removing(key: name, at: way[...]) ?? $0 }
        case .removeItems(let way, let range):
            guard let failing = pair.failing.removing(items: range, at: way[...]) else {
                return nil
            }
            new.failing = failing
            new.passing = pair.passing.map { $0.removing(items: range, at: way[...]) ?? $0 }
        case .replace(let way, let value):
            guard let failing = pair.failing.replacing(at: way[...], with: value) else {
                return nil
            }
            new.failing = failing
            let isVaried = varied.contains(way) || way == [.key("seed")]
            // The values of the passing world stay what they are.
            if !isVaried {
                new.passing = pair.passing.map { $0.replacing(at: way[...], with: value) ?? $0 }
            }
        }
        return new
    }
}
