import Simulation

extension Move {
    /// How much moves amount to when every repeat is written out: nested repeats multiply, and
    /// must neither overflow the clock nor fill the memory. Floating point cannot overflow.
    struct Extent {
        /// Of all that says how long it is.
        var seconds = 0.0
        /// Repeats written out.
        var moves = 0.0

        init(_ moves: [Move]) {
            for move in moves {
                self.moves += 1
                seconds += move.blend.seconds
                switch move.kind {
                case .repeat(let inner): add(Extent(inner.moves), times: Double(inner.times))
                case .together(let inner): add(Extent(inner.moves), times: 1)
                case .rest(let move): seconds += move.duration.seconds
                case .pause(let move): seconds += move.duration.seconds
                case .turn(let move): seconds += move.duration.seconds
                case .tilt(let move): seconds += move.duration.seconds
                case .swing(let move): seconds += move.duration.seconds
                case .shake(let move): seconds += move.duration.seconds
                case .tap(let move): seconds += move.every.seconds * Double(move.times)
                case .walk(let move): seconds += move.duration.seconds
                case .lift(let move): seconds += move.duration.seconds
                case .throw(let move): seconds += 2 * move.push.seconds + 11
                case .freeFall: seconds += 15
                case .spin(let move): seconds += move.duration.seconds
                case .vibration(let move): seconds += move.duration.seconds
                case .keyframes(let move): seconds += move.frames.last?.at.seconds ?? 0
                // A recording to its end is as long as its file, which nobody has read yet.
                case .recording(let move): seconds += move.duration?.seconds ?? 3600
                }
            }
        }

        private mutating func add(_ inner: Extent, times: Double) {
            seconds += inner.seconds * times
            moves += inner.moves * times
        }
    }
}
