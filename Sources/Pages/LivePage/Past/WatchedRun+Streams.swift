import JSON
import MetaWearBoard
import PageModel
import ScenarioRun
import Simulation

extension WatchedRun {
    /// Set in the numbers of streams of a run that another one is compared with.
    static let ghostBit: UInt16 = 1 << 15

    /// The samples since the last call.
    func takeBlocks() -> [SampleBlock] {
        boards.flatMap { board in
            board.findStreams()
            return board.streams.filter { board.use(of: $0).isShown }.flatMap {
                $0.takeBlocks(now: run.now)
            }
        }
    }

    /// What is kept of the past is taken again by the next calls, and what is made now and then is made anew.
    func takeAgain() {
        traffic.takeAgain()
        for board in boards {
            board.graphIsStale = true
            for stream in board.streams { stream.takeAgain() }
        }
    }

    /// The streams that are shown, by their numbers.
    var streams: [(String, JSONValue)] {
        var entries: [(String, JSONValue)] = []
        for board in boards {
            board.findStreams()
            for stream in board.streams {
                let use = board.use(of: stream)
                guard use.isShown else { continue }
                entries.append(
                    (
                        "\(stream.number)",
                        .object([
                            ("board", .integer(board.index)),
                            ("title", .string(stream.title)),
                            ("unit", .string(stream.unit)),
                            ("axes", .array(stream.axes.map { .string($0) })),
                            ("event", .bool(stream.isEvent)),
                            (
                                "state",
                                .string(
                                    stream.state(
                                        at: run.now, isTaken: use.isToHost || use.isLogged
                                    ).rawValue)
                            ),
                            ("last", .optional(stream.last?.seconds, 1)),
                            ("truth", .bool(stream.hasTruth)),
                            ("rate", .rounded(stream.rate(at: run.now), 1)),
                            ("made", .integer(stream.made)),
                            ("sent", .optional(use.outlet?.sent)),
                            ("dropped", .optional(use.outlet?.dropped)),
                            ("waiting", .optional(use.outlet?.waiting)),
                            ("discarded", .optional(use.outlet?.discarded)),
                            ("toHost", .bool(use.isToHost)), ("logged", .bool(use.isLogged)),
                        ])
                    ))
            }
        }
        entries.sort { (UInt16($0.0) ?? 0) < (UInt16($1.0) ?? 0) }
        return entries
    }
}
