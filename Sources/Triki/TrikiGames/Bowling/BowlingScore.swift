/// The score sheet of ten-pin bowling.
public struct BowlingScore: Sendable, Equatable {
    /// Pins that each roll knocked down.
    public private(set) var rolls: [Int] = []
    /// The first roll of each frame that has begun.
    private var starts: [Int] = []

    /// A sheet without a roll.
    public init() {}

    /// Pins that stand before the next roll.
    public var standing: Int {
        guard let start = starts.last, !isOver else { return 10 }
        let frame = rolls[start...]
        if starts.count < 10, isClosed(frame) { return 10 }
        // The pins of the last frame are set up again after a strike and after a spare.
        return frame.reduce(10) { left, pins in pins == left ? 10 : left - pins }
    }

    /// Whether the tenth frame has ended.
    public var isOver: Bool {
        guard starts.count == 10 else { return false }
        let last = rolls[starts[9]...]
        let hasBonus = last.first == 10 || last.prefix(2).reduce(0, +) == 10 && last.count > 1
        return last.count == (hasBonus ? 3 : 2)
    }

    /// The frame that is rolled, from 1.
    public var frame: Int {
        guard let start = starts.last, !isOver else { return starts.isEmpty ? 1 : 10 }
        return starts.count < 10 && isClosed(rolls[start...]) ? starts.count + 1 : starts.count
    }

    /// Enters a roll; pins that do not stand do not count.
    public mutating func add(_ pins: Int) {
        guard !isOver else { return }
        let pins = min(max(pins, 0), standing)
        if starts.count < frame { starts.append(rolls.count) }
        rolls.append(pins)
    }

    /// The frames whose bonus is known, each with its own points.
    public var frames: [Int] {
        var points: [Int] = []
        for (number, start) in starts.enumerated() {
            if number == 9 {
                if isOver { points.append(rolls[start...].reduce(0, +)) }
                break
            }
            let hasBonus =
                rolls[start] == 10
                || start + 1 < rolls.count && rolls[start] + rolls[start + 1] == 10
            let counted = hasBonus ? 3 : 2
            guard start + counted <= rolls.count else { break }
            points.append(rolls[start..<start + counted].reduce(0, +))
        }
        return points
    }

    /// The points of the frames whose bonus is known.
    public var total: Int { frames.reduce(0, +) }

    /// The pins of the frames whose bonus is not known yet.
    var openPins: Int {
        let counted = frames.count
        guard counted < starts.count else { return 0 }
        return rolls[starts[counted]...].reduce(0, +)
    }

    /// A frame but the last: two rolls, or a strike.
    private func isClosed(_ frame: ArraySlice<Int>) -> Bool {
        frame.count == 2 || frame.first == 10
    }
}
