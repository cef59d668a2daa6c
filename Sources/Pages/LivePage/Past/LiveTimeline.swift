import Device
import ScenarioRun
import Simulation

/// What a run did so far, on one axis of time.
final class LiveTimeline {
    /// Something that happened at a moment.
    struct Mark {
        enum Kind: String { case step, deed, reset }

        var time: Instant
        var kind: Kind
        /// nil if it concerns none.
        var board: Int?
        var words: String
    }

    /// The past of one board.
    struct Lane {
        /// When it had a link; the last one may still be there.
        var links: [(from: Instant, to: Instant?)] = []
        /// Seconds of virtual time in which notifications were dropped, and how many.
        var drops: [(second: Int64, count: Int)] = []
        /// How many entries its log had, each time that it was looked at and they had changed.
        var log: [(time: Instant, entries: Int)] = []
    }

    private(set) var marks: [Mark] = []
    private(set) var lanes: [Lane]
    /// When the logs are looked at next.
    private(set) var nextLook = Instant.zero + .seconds(1)

    /// More are no longer told apart in a picture.
    private static let most = 2000

    init(_ run: ScenarioRun) {
        lanes = Array(repeating: Lane(), count: run.boards.count)
    }

    func add(_ kind: Mark.Kind, _ words: String, on board: Int? = nil, at time: Instant) {
        guard marks.count < Self.most else { return }
        marks.append(Mark(time: time, kind: kind, board: board, words: words))
    }

    func connected(_ board: Int, at time: Instant) {
        guard lanes[board].links.count < Self.most else { return }
        lanes[board].links.append((time, nil))
    }

    func disconnected(_ board: Int, at time: Instant) {
        guard let last = lanes[board].links.indices.last, lanes[board].links[last].to == nil else {
            return
        }
        lanes[board].links[last].to = time
    }

    func dropped(_ board: Int, at time: Instant) {
        let second = time.nanoseconds / 1_000_000_000
        if let last = lanes[board].drops.indices.last, lanes[board].drops[last].second == second {
            lanes[board].drops[last].count += 1
        } else if lanes[board].drops.count < Self.most {
            lanes[board].drops.append((second, 1))
        }
    }

    /// Looks at what changes little by little.
    func look(at run: ScenarioRun) {
        let second = run.now.nanoseconds / 1_000_000_000
        nextLook = Instant(nanoseconds: (second + 1) * 1_000_000_000)
        for (board, device) in run.boards.enumerated() {
            guard let entries = (device as? any RecordingDevice)?.recording.entries,
                entries != lanes[board].log.last?.entries ?? 0, lanes[board].log.count < Self.most
            else { continue }
            lanes[board].log.append((run.now, entries))
        }
    }
}
