import Exploration
import JSON
import Simulation

/// What an exploration found, for a person and for programs.
package struct ExplorationReport {
    /// One kind of failure.
    struct Entry {
        var group: Exploration.Group
        /// The file that replays it; nil if none was written.
        var name: String?
    }

    /// A failure of an earlier exploration.
    package struct Known {
        package var name: String
        package var state: State

        package init(name: String, state: State) { (self.name, self.state) = (name, state) }

        package enum State {
            case holds
            case fails(_ what: String)
            /// It says nothing: its file cannot be used.
            case unusable(_ why: String)

            var isGood: Bool { if case .holds = self { true } else { false } }

            /// `still fails: …`.
            var words: String {
                switch self {
                case .holds: "holds now"
                case .fails(let what): "still fails: \(what)"
                case .unusable(let why): why
                }
            }
        }
    }

    let file: String
    /// Which part of the exploration it is, such as `2/3`; nil if it is the whole.
    let part: String?
    /// What packets of a kind mean.
    let meanings: [String: String]
    /// How many points, kinds of them, worlds and runs.
    let points: Int
    let likePoints: Int
    let planned: Int
    let tried: Int
    let inferred: Int
    let probes: Int
    let duration: Nanoseconds
    let problems: [(world: World, why: String)]
    /// What broke without a fault; nil if nothing did.
    let broken: String?
    /// Rules that are broken without a fault, too.
    let brokenAnyway: [String]
    let entries: [Entry]
    /// What some world has to reach, and none did.
    let unreached: [String]
    /// Failures of earlier explorations, and what became of them.
    let known: [Known]
    /// The points in their order, and what was tried at them.
    let line: [Point]
    let trials: [Exploration.Trial]
    /// The command that runs such a file again.
    let replay: (String) -> String

    /// - Parameters:
    ///   - file: the scenario, as it is shown.
    ///   - part: which part of the exploration it is, such as `2/3`; nil if it is the whole.
    ///   - known: scenarios that failed earlier, and how they fail now.
    ///   - names: the file that replays each group; nil if none is written.
    ///   - replay: the command that runs such a file again.
    package init(
        _ exploration: Exploration, file: String, part: String? = nil, known: [Known],
        names: [String?],
        replay: @escaping (String) -> String
    ) {
        (self.file, self.part) = (file, part)
        meanings = exploration.base.meanings
        self.known = known
        self.replay = replay
        line = exploration.points
        trials = exploration.trials
        points = exploration.points.count
        likePoints = exploration.likePoints
        inferred = exploration.inferred
        planned = exploration.planned
        tried = exploration.tried
        probes = exploration.probes
        duration = exploration.base.duration
        problems = exploration.problems
        broken = exploration.base.failure?.what ?? exploration.base.problem
        brokenAnyway = exploration.base.breaches.map(\.failure.what)
        unreached = exploration.unreached
        entries = exploration.groups.enumerated().map { index, group in
            Entry(group: group, name: index < names.count ? names[index] : nil)
        }
    }

    /// A part need not have any worlds, and need not reach what all of them have to.
    private var isPart: Bool { part != nil }

    /// Whether nothing broke.
    package var passed: Bool {
        broken == nil && entries.isEmpty && problems.isEmpty && known.allSatisfy(\.state.isGood)
            && (isPart ? tried > 0 || planned == 0 : tried > 0 && unreached.isEmpty)
    }

    /// The formats that there are.
    package static let formats: [ReportFormat] = [.text, .json, .html]

    /// In one of the formats.
    package func text(_ format: ReportFormat, colour: Colour = .never) -> String {
        switch format {
        case .json: String(decoding: json.pretty, as: UTF8.self)
        case .html: ExplorationPage.text(self)
        default: ExplorationText.text(self, colour: colour)
        }
    }

    /// How many points there are, and how many kinds of them.
    var pointsInWords: String {
        Digits.grouped(points)
            + (likePoints < points && likePoints > 0
                ? ", of which \(Digits.grouped(likePoints)) differ from those before" : "")
    }

    /// How many worlds were played, and why.
    var worldsInWords: String {
        "\(Digits.grouped(tried)) played of \(Digits.grouped(planned)),"
            + " and \(Digits.grouped(probes)) to explain them"
    }

    /// How many worlds were not played, and why that is enough.
    var inferredInWords: String {
        "\(Digits.grouped(inferred)) not played: the same fault at like packets before and after them"
            + " ended alike"
    }

    /// In one sentence.
    var verdict: String {
        if broken != nil { return "it breaks without any fault: nothing was explored" }
        let count = entries.count
        if planned == 0 {
            return isPart
                ? "no world belongs to this part"
                : "nothing was tried: none of these faults is possible here"
        }
        if tried == 0 { return "nothing was tried: there was no time" }
        let known = tried + inferred
        let words =
            (known == planned ? "" : "\(Digits.grouped(known)) of ")
            + "\(Digits.grouped(planned)) worlds"
            + (inferred == 0 ? "" : ", \(Digits.grouped(inferred)) of them inferred")
            + (problems.isEmpty ? "" : ", \(Digits.grouped(problems.count)) of them not run")
        let never =
            unreached.isEmpty || isPart ? "" : "; none reached \(unreached.joined(separator: "; "))"
        if count == 0 { return "nothing broke in \(words)\(never)" }
        return "\(count) kind\(count == 1 ? "" : "s") of failure in \(words)\(never)"
    }
}

extension ExplorationReport.Entry {
    /// What is known of it, by name, but for the command that replays it.
    func facts(_ meanings: [String: String]) -> [(String, String)] {
        let count = group.worlds.count
        let more =
            group.inferred == 0 ? "" : "; and inferred in \(Digits.grouped(group.inferred)) more"
        var facts = [
            (
                "found",
                "in \(Digits.grouped(count)) world\(count == 1 ? "" : "s"): "
                    + kinds.joined(separator: "; ") + more
            )
        ]
        if !group.failure.lastRight.isEmpty { facts.append(("after", group.failure.lastRight)) }
        facts.append(("smallest", group.smallest.words))
        if let window = window(meanings) {
            let isExact = group.window?.isExact == true
            facts.append(("opens", window.opens + (isExact ? "" : ", or earlier")))
            facts.append(("closes", window.closes + (isExact ? "" : ", or later")))
        }
        if let fails = group.failsWithOtherSeed {
            facts.append(
                ("luck", fails ? "fails with another seed, too" : "does not fail with another seed")
            )
        }
        return facts
    }

    /// The kinds of fault and how often, the most frequent first.
    private var kinds: [String] {
        var counts: [String: Int] = [:]
        for world in group.worlds { counts[world.kinds, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }
    }

    /// The packet that opens the window of failure, and the one that closes it.
    func window(_ meanings: [String: String]) -> (opens: String, closes: String)? {
        guard let window = group.window else { return nil }
        let first = Self.words(window.first, meanings)
        return (
            (window.isAnswer ? "the answer to " : "") + first,
            window.next.map { Self.words($0, meanings) } ?? "the end of the run"
        )
    }

    private static func words(_ point: Point, _ meanings: [String: String]) -> String {
        guard case .packet = point.place else { return point.words }
        let meaning = point.label.flatMap { meanings[$0] }.map { " (\($0))" } ?? ""
        return "`\(point.packetText)`\(meaning), \(point.words), at"
            + " \(Digits.fixed(point.time.seconds, 3)) s"
    }
}

extension ExplorationReport {
    private var json: JSONValue {
        .object(
            [("file", .string(file))] + (part.map { [("part", .string($0))] } ?? []) + results)
    }

    private var results: [(String, JSONValue)] {
        [
            ("passed", .bool(passed)),
            ("broken", broken.map { .string($0) } ?? .null), ("points", .integer(points)),
            ("pointKinds", .integer(likePoints)), ("planned", .integer(planned)),
            ("tried", .integer(tried)), ("inferred", .integer(inferred)),
            ("probes", .integer(probes)), ("durationSeconds", .number(duration.seconds)),
            (
                "known",
                .array(
                    known.map {
                        .object([
                            ("file", .string($0.name)),
                            ("holds", .bool($0.state.isGood)),
                            ("words", .string($0.state.words)),
                        ])
                    })
            ),
            ("brokenAnyway", .array(brokenAnyway.map { .string($0) })),
            ("unreached", .array(unreached.map { .string($0) })),
            ("failures", .array(entries.map(json))),
            (
                "problems",
                .array(
                    problems.map {
                        .object([("world", .string($0.world.words)), ("why", .string($0.why))])
                    })
            ),
        ]
    }

    private func json(_ entry: Entry) -> JSONValue {
        let group = entry.group
        var fields: [(String, JSONValue)] = [
            ("what", .string(group.failure.what)), ("lastRight", .string(group.failure.lastRight)),
            ("hangs", .bool(group.failure.isHang)), ("worlds", .integer(group.worlds.count)),
            ("firstFound", .integer(group.firstFound)),
            ("inferred", .integer(group.inferred)), ("smallest", .string(group.smallest.words)),
            ("failsWithOtherSeed", group.failsWithOtherSeed.map { .bool($0) } ?? .null),
        ]
        if let window = entry.window(meanings) {
            fields.append(("opens", .string(window.opens)))
            fields.append(("closes", .string(window.closes)))
            fields.append(("isExact", .bool(group.window?.isExact == true)))
        }
        if let name = entry.name {
            fields.append(("replay", .string(replay(name))))
        }
        return .object(fields)
    }
}
