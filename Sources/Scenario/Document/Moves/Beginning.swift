import Simulation

extension [Move] {
    /// Complains about a keyframe at 0 s with a pose that the board cannot be in by then.
    ///
    /// - Parameter isBeginning: whether the board begins with these moves, and with the pose that
    ///   they name.
    public func checkBeginning(_ reader: Reader, isBeginning: Bool) {
        for (index, move) in enumerated() {
            let isFirst = isBeginning && index == 0
            switch move.kind {
            case .keyframes(let keyframes): keyframes.checkBeginning(reader, isBeginning: isFirst)
            case .repeat(let loop): loop.moves.checkBeginning(reader, isBeginning: false)
            case .together(let group): group.moves.checkBeginning(reader, isBeginning: false)
            default: break
            }
        }
    }
}

extension Move.Keyframes {
    fileprivate func checkBeginning(_ reader: Reader, isBeginning: Bool) {
        guard !isBeginning, let first = frames.first, first.at == .zero,
            first.position != nil || first.orientation != nil
        else { return }
        reader.fail(
            "a pose at 0 s, and the board is in another one by then", at: first.mark,
            mend: "give an `at` above 0 s, so that it has time to get there, or begin `motion` with"
                + " these keyframes")
    }
}
