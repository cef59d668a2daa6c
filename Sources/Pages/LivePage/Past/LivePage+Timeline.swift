import JSON
import PageModel
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation

/// What the page draws of the past, and of what is known of the future.
extension LivePage {
    /// The most marks of a kind.
    private static let most = 500

    /// How the futures stand, for the state.
    var future: JSONValue {
        .object([
            ("number", .integer(branch.number)), ("edition", .integer(edition)),
            ("count", .integer(branches.count)),
            ("other", other.map { .integer($0.number) } ?? .null),
            (
                "start",
                ghost == nil ? .null : .number(max(branch.start, other?.start ?? .zero).seconds)
            ),
            ("ghosts", .object(ghost?.streams ?? [])),
            ("refusal", refusal().map { .string($0) } ?? .null),
        ])
    }

    var timeline: JSONValue {
        .object([
            ("known", .number(branch.known.seconds)), ("lived", .number(branch.lived.seconds)),
            ("end", run.end == Instant(nanoseconds: .max) ? .null : .number(run.end.seconds)),
            ("edition", .integer(edition)),
            ("shown", lanes(of: branch)), ("other", other.map { lanes(of: $0) } ?? .null),
            ("marks", .array(marks)), ("expectations", verdicts?.json ?? .array([])),
            (
                "futures",
                .array(
                    branches.map { branch in
                        .object([
                            ("number", .integer(branch.number)), ("words", .string(branch.words)),
                            ("start", .number(branch.start.seconds)),
                            ("known", .number(branch.known.seconds)),
                            ("shown", .bool(branch === self.branch)),
                            ("other", .bool(branch === other)),
                        ])
                    })
            ),
            (
                "difference",
                divergence.map { divergence in
                    .object([
                        ("t", .number(divergence.time.seconds)),
                        ("one", divergence.one.map { .string($0) } ?? .null),
                        ("other", divergence.other.map { .string($0) } ?? .null),
                    ])
                } ?? .null
            ),
        ])
    }

    private func lanes(of branch: Branch) -> JSONValue {
        let run = branch.head
        return .array(
            run.timeline.lanes.enumerated().map { index, lane in
                .object([
                    ("name", .string(run.boards[index].device.name)),
                    (
                        "links",
                        .array(lane.links.map { Self.span($0.from, $0.to ?? run.now) })
                    ),
                    (
                        "streams",
                        .array(
                            run.boards[index].streams.filter { !$0.spans.isEmpty }.map { stream in
                                .object([
                                    ("title", .string(stream.title)),
                                    (
                                        "spans",
                                        .array(stream.spans.map { Self.span($0.from, $0.to) })
                                    ),
                                ])
                            })
                    ),
                    (
                        "drops",
                        .array(
                            lane.drops.map {
                                .array([.integer(Int($0.second)), .integer($0.count)])
                            })
                    ),
                    (
                        "log",
                        .array(
                            lane.log.map {
                                .array([.rounded($0.time.seconds), .integer($0.entries)])
                            })
                    ),
                ])
            })
    }

    private static func span(_ from: Instant, _ to: Instant) -> JSONValue {
        .array([.rounded(from.seconds), .rounded(to.seconds)])
    }

    /// Steps, resets, what the scenario does and what a person did; the last two can be moved.
    private var marks: [JSONValue] {
        let marks = branch.head.timeline.marks
        func json(
            _ kind: String, _ time: Instant, _ board: Int?, _ words: String, _ place: Int? = nil
        ) -> JSONValue {
            .object([
                ("kind", .string(kind)), ("t", .number(time.seconds)),
                ("board", .optional(board)), ("words", .string(words)),
                ("index", .optional(place)),
            ])
        }
        // A drag is one mark, however many poses it has; it cannot be moved.
        let happened = marks.filter { $0.kind != .deed || $0.words.hasSuffix(": drag") }
            .suffix(Self.most).map {
                json($0.kind == .deed ? "did" : $0.kind.rawValue, $0.time, $0.board, $0.words)
            }
        let did = branch.deeds.enumerated().compactMap { index, deed -> JSONValue? in
            guard case .act(let action) = deed.what else { return nil }
            return json("did", deed.time, deed.board, action.words, index)
        }
        let planned = plan.prefix(Self.most).map {
            json($0.list.rawValue, $0.at, $0.board, $0.words, $0.index)
        }
        return happened + did.suffix(Self.most) + planned
    }
}
