/// A script of moves on a timeline from a start pose, with the position last evaluated.
///
/// Each move starts where the previous one ended, so the script is evaluated in order; marks make
/// going back cheap.
final class Track {
    /// A move in time.
    struct Piece {
        let segment: Segment
        let start: Int64
        /// The nanosecond at which the next one begins.
        let end: Int64
        /// Hz; that of the previous move counts for a tenth of a second more, for sensors that
        /// average over their output interval.
        fileprivate let bandwidth: Double
        fileprivate let earlier: Double

        fileprivate init(_ segment: Segment, start: Int64, end: Int64, earlier: Double = 0) {
            self.segment = segment
            self.start = start
            self.end = end
            self.bandwidth = segment.bandwidth
            self.earlier = earlier
        }

        /// The rest before a mark.
        fileprivate init(before mark: Mark, start: Int64) {
            segment = Segment(start: mark.pose, duration: 0)
            self.start = start
            end = mark.time
            bandwidth = mark.bandwidth
            earlier = 0
        }

        @inline(__always) func holds(_ time: Int64) -> Bool { time >= start && time < end }
    }

    fileprivate struct Mark {
        let cursor: MoveCursor
        let pose: Pose
        let time: Int64
        /// That of the move before, in Hz.
        let bandwidth: Double
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
        let mark = Mark(cursor: cursor, pose: pose, time: start, bandwidth: 0)
        current = Piece(before: mark, start: .min)
        previous = current
        marks = [mark]
    }

    /// The nanosecond at which the last move ends; advances to the end.
    var end: Int64 {
        while current.end != .max { advance() }
        return current.start
    }

    /// The move at a nanosecond.
    func piece(at time: Int64) -> Piece {
        if !current.holds(time) {
            if previous.holds(time) { return previous }
            seek(time)
        }
        return current
    }

    /// The state at a nanosecond.
    func state(at time: Int64) -> Kinematics {
        let piece = piece(at: time)
        return piece.segment.state(at: time, since: piece.start)
    }

    /// Hz around a nanosecond, and for how long.
    func bandwidth(at time: Int64) -> Bandwidth {
        let piece = piece(at: time)
        guard piece.earlier > piece.bandwidth else {
            return Bandwidth(piece.bandwidth, from: piece.start, until: piece.end)
        }
        let calm = Bandwidth.calm(after: piece.start)
        return time < calm
            ? Bandwidth(piece.earlier, from: piece.start, until: min(calm, piece.end))
            : Bandwidth(piece.bandwidth, from: calm, until: piece.end)
    }

    /// The highest bandwidth of all its moves; advances to the end.
    var highestBandwidth: Double {
        var highest = current.bandwidth
        while current.end != .max {
            advance()
            highest = max(highest, current.bandwidth)
        }
        return highest
    }

    private func seek(_ time: Int64) {
        if time < current.start {
            let mark = marks.last { $0.time <= time } ?? marks[0]
            marks.removeAll { $0.time > mark.time }
            let before = mark.time == marks[0].time
            // Before the first move the body is in its start pose.
            current = Piece(before: mark, start: before ? .min : mark.time)
            previous = current
            cursor = mark.cursor
            sinceMark = 0
        }
        while time >= current.end { advance() }
    }

    /// Advances to the next move, or to the rest after the last.
    private func advance() {
        let pose = current.segment.end
        let start = current.end
        if sinceMark == Self.markEvery {
            marks.append(
                Mark(cursor: cursor, pose: pose, time: start, bandwidth: current.bandwidth))
            sinceMark = 0
        }
        sinceMark += 1
        previous = current
        guard let move = cursor.next(), let segment = segment(for: move, pose, start) else {
            current = Piece(
                Segment(start: pose, duration: 0), start: start, end: .max,
                earlier: current.bandwidth)
            return
        }
        // Saturates in the year 292; at least a nanosecond, so that time advances.
        let nanoseconds = Int64(min(4e18, max(1, (segment.duration * 1e9).rounded())))
        let (end, overflow) = start.addingReportingOverflow(nanoseconds)
        current = Piece(
            segment, start: start, end: overflow ? .max : end, earlier: current.bandwidth)
    }

    private func segment(for move: Move, _ pose: Pose, _ start: Int64) -> Segment? {
        if case .together(let inner) = move {
            return TogetherSegment(start: pose, inner)
        }
        if case .person(let person, let inner) = move {
            return PersonSegment(start: pose, inner, person)
        }
        return move.kind?.segment(pose)
    }
}
