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

    let file: String
    /// What packets of a kind mean.
    let meanings: [String: String]
    /// How many points, worlds and runs.
    let points: Int
    let planned: Int
    let tried: Int
    let probes: Int
    let duration: Nanoseconds
    let problems: [(world: World, why: String)]
    /// What broke without a fault; nil if nothing did.
    let broken: String?
    let entries: [Entry]
    /// Failures of earlier explorations, and what breaks there now; nil: nothing any more.
    let known: [(name: String, failure: String?)]
    /// The command that runs such a file again.
    let replay: (String) -> String

    /// - Parameters:
    ///   - file: the scenario, as it is shown.
    ///   - known: scenarios that failed earlier, and how they fail now.
    ///   - names: the file that replays each group; nil if none is written.
    ///   - replay: the command that runs such a file again.
    package init(
        _ exploration: Exploration, file: String, known: [(name: String, failure: String?)],
        names: [String?],
        replay: @escaping (String) -> String
    ) {
        self.file = file
        meanings = exploration.base.meanings
        self.known = known
        self.replay = replay
        points = exploration.points.count
        planned = exploration.planned
        tried = exploration.tried
        probes = exploration.probes
        duration = exploration.base.duration
        problems = exploration.problems
        broken = exploration.base.failure?.what ?? exploration.base.problem
        entries = exploration.groups.enumerated().map { index, group in
            Entry(group: group, name: index < names.count ? names[index] : nil)
        }
    }

    /// Whether nothing broke.
    package var passed: Bool {
        broken == nil && entries.isEmpty && problems.isEmpty && tried > 0
            && known.allSatisfy { $0.failure == nil }
    }

    /// In a format, `text` or `json`.
    package func text(_ format: ReportFormat, colour: Colour = .never) -> String {
        format == .json
            ? String(decoding: json.pretty, as: UTF8.self)
            : ExplorationText.text(self, colour: colour)
    }

    /// In one sentence.
    var verdict: String {
        if broken != nil { return "it breaks without any fault: nothing was explored" }
        let count = entries.count
        if tried == 0 { return "nothing was tried: there was no time" }
        let words =
            "\(Digits.grouped(tried)) of \(Digits.grouped(planned)) worlds"
            + (problems.isEmpty ? "" : ", \(Digits.grouped(problems.count)) of them not run")
        if count == 0 { return "nothing broke in \(words)" }
        return "\(count) kind\(count == 1 ? "" : "s") of failure in \(words)"
    }
}

extension ExplorationReport.Entry {
    /// The packet that opens the window of failure, and the one that closes it.
    func window(_ meanings: [String: String]) -> (opens: String, closes: String)? {
        guard let window = group.window else { return nil }
        return (
            Self.words(window.first, meanings),
            window.next.map { Self.words($0, meanings) } ?? "the end of the run"
        )
    }

    private static func words(_ point: Point, _ meanings: [String: String]) -> String {
        let meaning = point.label.flatMap { meanings[$0] }.map { " (\($0))" } ?? ""
        return "`\(point.packetText)`\(meaning), \(point.words), at"
            + " \(Digits.fixed(point.time.seconds, 3)) s"
    }
}

extension ExplorationReport {
    private var json: JSONValue {
        .object([
            ("file", .string(file)), ("passed", .bool(passed)),
            ("broken", broken.map { .string($0) } ?? .null), ("points", .integer(points)),
            ("planned", .integer(planned)), ("tried", .integer(tried)),
            ("probes", .integer(probes)), ("durationSeconds", .number(duration.seconds)),
            (
                "known",
                .array(
                    known.map {
                        .object([
                            ("file", .string($0.name)),
                            ("failure", $0.failure.map { .string($0) } ?? .null),
                        ])
                    })
            ),
            ("failures", .array(entries.map(json))),
            (
                "problems",
                .array(
                    problems.map {
                        .object([("world", .string($0.world.words)), ("why", .string($0.why))])
                    })
            ),
        ])
    }

    private func json(_ entry: Entry) -> JSONValue {
        let group = entry.group
        var fields: [(String, JSONValue)] = [
            ("what", .string(group.failure.what)), ("lastRight", .string(group.failure.lastRight)),
            ("hangs", .bool(group.failure.isHang)), ("worlds", .integer(group.worlds.count)),
            ("smallest", .string(group.smallest.words)),
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
