/// Where a fault makes a client fail: from one packet to another.
package struct FailureWindow: Sendable, Hashable {
    /// What opens it.
    package var first: Point
    /// Whether that is the answer to a request, which says nothing by itself; then `first` is the request.
    package var isAnswer: Bool
    package var last: Point
    /// After which the fault does no harm any more; nil if there is nothing.
    package var next: Point?
    /// False if there was no time to find both edges.
    package var isExact: Bool
}

extension FailureWindow {
    /// A window by its edges.
    ///
    /// - Parameters:
    ///   - trouble: the fault.
    ///   - line: the points at which it was tried.
    ///   - range: those at which it fails.
    ///   - board: all points of the board, in their order.
    init(
        of trouble: Trouble, at line: [Point], in range: ClosedRange<Int>, among board: [Point],
        isExact: Bool
    ) {
        let edge = line[range.lowerBound]
        let kept = trouble.keepsNextAway ? board.packet(after: edge) ?? edge : edge
        let request = trouble.keepsPacketsAway ? board.request(openAt: kept) : nil
        first = request ?? kept
        isAnswer = request != nil
        last = line[range.upperBound]
        next = range.upperBound + 1 < line.count ? line[range.upperBound + 1] : nil
        self.isExact = isExact
    }
}

extension [Point] {
    /// The packet that follows a point.
    fileprivate func packet(after point: Point) -> Point? {
        guard let place = firstIndex(of: point) else { return nil }
        return self[(place + 1)...].first(where: \.isPacket)
    }

    /// The write of a host that is answered by a packet, or after it and before the host sends anything else; nil if there
    /// is none. Such an answer says nothing by itself.
    fileprivate func request(openAt point: Point) -> Point? {
        guard let place = firstIndex(of: point),
            self[place...].first(where: { $0.isWriteResponse || $0.isFromHost })?.isWriteResponse
                == true
        else { return nil }
        return self[..<place].last { $0.isFromHost }
    }
}

/// The edges of a range of neighbours for which something holds, by few questions: steps that double
/// until one is outside, then halving.
struct EdgeSearch {
    private let count: Int
    private let start: Int
    /// Whether it holds, or, of a place where it does, whether it surely does; nil: no more questions.
    private let holds: (_ place: Int, _ isSure: Bool) -> Bool?
    /// Whether every question was answered.
    private(set) var isExact = true

    /// - Parameter start: a place at which it surely holds.
    init(count: Int, start: Int, holds: @escaping (_ place: Int, _ isSure: Bool) -> Bool?) {
        self.count = count
        self.start = start
        self.holds = holds
    }

    mutating func range() -> ClosedRange<Int> { edge(-1)...edge(1) }

    private mutating func edge(_ direction: Int) -> Int {
        let limit = direction < 0 ? start : count - 1 - start
        var inside = 0
        var step = 1
        var outside = limit + 1
        while inside < limit {
            let distance = min(inside + step, limit)
            guard let answer = ask(distance * direction) else { return start + direction * inside }
            guard answer else {
                outside = distance
                break
            }
            inside = distance
            step *= 2
        }
        halve(&inside, &outside) { $0.ask($1 * direction) }
        // Most edges are sure: one question more, instead of one more at each place.
        guard inside > 0, let isSure = ask(inside * direction, isSure: true) else {
            return start + direction * inside
        }
        if !isSure {
            (inside, outside) = (0, inside)
            halve(&inside, &outside) {
                let answer = $0.ask($1 * direction)
                return answer == true ? $0.ask($1 * direction, isSure: true) : answer
            }
        }
        return start + direction * inside
    }

    private mutating func halve(
        _ inside: inout Int, _ outside: inout Int, _ holds: (inout Self, Int) -> Bool?
    ) {
        while outside - inside > 1 {
            let middle = (inside + outside) / 2
            guard let answer = holds(&self, middle) else { return }
            if answer { inside = middle } else { outside = middle }
        }
    }

    private mutating func ask(_ offset: Int, isSure: Bool = false) -> Bool? {
        let answer = holds(start + offset, isSure)
        if answer == nil { isExact = false }
        return answer
    }
}
