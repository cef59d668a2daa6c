/// Iterates over a script without unrolling its repeats.
struct MoveCursor {
    private struct Frame {
        let moves: [Move]
        var index = 0
        /// How many more times the list is repeated.
        var again = 0
    }

    private var frames: [Frame]

    init(_ moves: [Move]) { frames = [Frame(moves: moves)] }

    /// The next move that does not contain others, except `together`; nil at the end.
    mutating func next() -> Move? {
        while var frame = frames.popLast() {
            guard frame.index < frame.moves.count else {
                if frame.again > 0 && !frame.moves.isEmpty {
                    frame.again -= 1
                    frame.index = 0
                    frames.append(frame)
                }
                continue
            }
            let move = frame.moves[frame.index]
            frame.index += 1
            frames.append(frame)
            switch move {
            case .sequence(let inner): frames.append(Frame(moves: inner))
            case .keyframes(let inner): frames.append(Frame(moves: inner.moves))
            case .repeat(let times, let inner):
                if times > 0 { frames.append(Frame(moves: inner, again: times - 1)) }
            default: return move
            }
        }
        return nil
    }
}
