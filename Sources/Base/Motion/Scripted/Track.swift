/// A script of moves on a timeline from a start pose, with the position last evaluated.
///
/// Each move starts where the previous one ended, so the script is evaluated in order; marks make
/// going back cheap.
final class Track {
    /// A move in time.
    private struct Piece {
        let segment: Segment
        let start: Int64
        let end: Int64
        /// Hz; that of the previous move counts for a tenth of a second more, for sensors that
        /// average over their output interval.
        let bandwidth: Double
        let earlier: Double

        init(_ segment: Segment, start: Int64, end: Int64, earlier: Double = 0) {
            self.segment = segment
            self.start = start
            self.end = end
            self.bandwidth = segment.bandwidth
            self.earlier = earlier
        }

        @inline(__always) func holds(_ time: Int64) -> Bool { time >= start && time < end }
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
        current = Piece(Segment(start: pose, duration: 0), start: .min, end: start)
        previous = current
        marks = [Mark(cursor: cursor, pose: pose, time: start)]
    }

    /// The nanosecond at which the last move ends; advances to the end.
    var end: Int64 {
        while current.end != .max { advance() }
        return current.start
    }

    /// The state at a nanosecond.
    func evaluate(_ time: Int64, _ state: inout Kinematics) {
        if !current.holds(time) {
            if previous.holds(time) { return Self.evaluate(previous, time, &state) }
            seek(time)
        }
        Self.evaluate(current, time, &state)
    }

    @inline(__always)
    private static func evaluate(_ piece: Piece, _ time: Int64, _ state: inout Kinematics) {
        let segment = piece.segment
        state.position = segment.start.position
        state.velocity = .zero
        state.acceleration = .zero
        state.orientation = segment.start.orientation
        state.angularRate = .zero
        if segment.duration > 0 {
            segment.evaluate(Double(time - piece.start) * 1e-9, &state)
        }
        if !segment.ownsForce { state.feelForce() }
    }

    /// Hz around a nanosecond.
    func bandwidth(at time: Int64) -> Double {
        if !current.holds(time) {
            if previous.holds(time) { return previous.bandwidth }
            seek(time)
        }
        if current.earlier > current.bandwidth, time - current.start < 100_000_000 {
            return current.earlier
        }
        return current.bandwidth
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
            current = Piece(
                Segment(start: mark.pose, duration: 0), start: before ? .min : mark.time,
                end: mark.time)
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
            marks.append(Mark(cursor: cursor, pose: pose, time: start))
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
        return move.kind?.segment(from: pose)
    }
}
