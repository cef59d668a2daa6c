/// A script of moves laid out in time from a start pose, and the place last looked at.
///
/// Each move starts where the one before ended, so that the script is walked in order; marks on
/// the way make going back cheap.
final class Track {
    private struct Piece {
        let segment: Segment
        let start: Int64
        let end: Int64
    }

    private struct Mark {
        let cursor: MoveCursor
        let pose: Pose
        let time: Int64
    }

    private var cursor: MoveCursor
    private var current: Piece
    private var previous: Piece
    private var marks: [Mark]
    private var sinceMark = 0

    /// Moves between two marks.
    private static let markEvery = 512

    /// `start` is the nanosecond at which the first move begins.
    init(_ moves: [Move], from pose: Pose, start: Int64) {
        cursor = MoveCursor(moves)
        let rest = Segment(start: pose, duration: 0)
        current = Piece(segment: rest, start: .min, end: start)
        previous = current
        marks = [Mark(cursor: cursor, pose: pose, time: start)]
    }

    /// The nanosecond at which the last move ends; walks there.
    var end: Int64 {
        while current.end != .max { advance() }
        return current.start
    }

    /// The state at a nanosecond.
    @inline(__always) func evaluate(_ time: Int64, _ state: inout Kinematics) {
        let piece = piece(at: time)
        let segment = piece.segment
        state = Kinematics(restingAt: segment.start)
        guard segment.duration > 0 else { return }
        segment.evaluate(Double(time - piece.start) * 1e-9, &state)
        if !segment.ownsForce { state.feelForce() }
    }

    /// Hz around a nanosecond: a tenth of a second after its end a fast move still counts, for
    /// the sake of sensors that look back over their output interval.
    func bandwidth(at time: Int64) -> Double {
        let here = piece(at: time)
        guard here.segment.duration > 0 || here.start != .min else { return 0 }
        let since = time - here.start
        let own = here.segment.bandwidth(Double(since) * 1e-9)
        if here.start == current.start, previous.end == here.start, since < 100_000_000 {
            return max(own, previous.segment.bandwidth(previous.segment.duration))
        }
        return own
    }

    @inline(__always) private func piece(at time: Int64) -> Piece {
        if time >= current.start && time < current.end { return current }
        if time >= previous.start && time < previous.end { return previous }
        seek(time)
        return current
    }

    private func seek(_ time: Int64) {
        if time < current.start {
            let mark = marks.last { $0.time <= time } ?? marks[0]
            marks.removeAll { $0.time > mark.time }
            let rest = Segment(start: mark.pose, duration: 0)
            let before = mark.time == marks[0].time
            // Before the first move the body waits in its start pose.
            current = Piece(
                segment: rest, start: before ? .min : mark.time, end: mark.time)
            previous = current
            cursor = mark.cursor
            sinceMark = 0
        }
        while time >= current.end { advance() }
    }

    /// To the next move, or to the rest after the last.
    private func advance() {
        let pose = current.segment.end
        let start = current.end
        if sinceMark == Self.markEvery {
            marks.append(Mark(cursor: cursor, pose: pose, time: start))
            sinceMark = 0
        }
        sinceMark += 1
        previous = current
        guard let move = cursor.next(), let segment = segment(for: move, pose, start) else {
            current = Piece(
                segment: Segment(start: pose, duration: 0), start: start, end: .max)
            return
        }
        // Saturates in the year 292; at least a nanosecond, so that time goes on.
        let nanoseconds = Int64(min(4e18, max(1, (segment.duration * 1e9).rounded())))
        let (end, overflow) = start.addingReportingOverflow(nanoseconds)
        current = Piece(segment: segment, start: start, end: overflow ? .max : end)
    }

    private func segment(for move: Move, _ pose: Pose, _ start: Int64) -> Segment? {
        if case .together(let inner) = move {
            return TogetherSegment(start: pose, inner)
        }
        return move.kind?.segment(from: pose)
    }
}
