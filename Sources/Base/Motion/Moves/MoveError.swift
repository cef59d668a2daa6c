/// A script of moves that cannot be run.
public struct MoveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the move from the script's root, `[2].repeat[0].swing`.
    public let place: String
    /// What is wrong and how to fix it.
    public let problem: String

    /// Place and problem in a line.
    public var description: String { "\(place): \(problem)" }
}

extension Move {
    /// More segments than this count as a mistake in a repeat count.
    static let mostSegments = 10_000_000

    /// Deeper nesting than this counts as a mistake of a generator.
    static let mostLevels = 100

    /// Throws at the first move that cannot be run.
    ///
    /// - Parameter isBeginning: whether the body begins with them, so that they may set its first
    ///   pose.
    public static func check(_ moves: [Move], isBeginning: Bool = true) throws(MoveError) {
        _ = try count(moves, at: "", level: 0, isBeginning: isBeginning)
    }

    /// The number of segments, after a check of each move.
    private static func count(
        _ moves: [Move], at place: String, level: Int, isBeginning: Bool = false
    ) throws(MoveError) -> Int {
        guard level <= mostLevels else {
            throw MoveError(
                place: String(place.suffix(40)),
                problem: "more than \(mostLevels) levels: nest less deeply")
        }
        // A list counts as one, so that empty ones cannot be repeated for ever.
        var sum = 1
        for (index, move) in moves.enumerated() {
            let here = "\(place)[\(index)]."
            let isBeginning = isBeginning && index == 0
            switch move {
            case .sequence(let inner):
                sum += try count(
                    inner, at: here + "sequence", level: level + 1, isBeginning: isBeginning)
            case .together(let inner):
                sum += try count(inner, at: here + "together", level: level + 1)
            case .person(let person, let inner):
                if let problem = person.problem ?? inner.problemOfPerson {
                    throw MoveError(place: here + "person", problem: problem)
                }
                sum += try count(inner, at: here + "person", level: level + 1)
            case .repeat(let times, let inner):
                let place = here + "repeat"
                guard times >= 0 else {
                    throw MoveError(place: place, problem: "\(times) times: give 0 or more")
                }
                let one = try count(inner, at: place, level: level + 1)
                let (total, overflow) = one.multipliedReportingOverflow(by: times)
                guard !overflow, total <= mostSegments else {
                    throw MoveError(
                        place: place,
                        problem: "more than \(mostSegments) moves: repeat less often")
                }
                sum += total
            case .keyframes(let frames):
                if let problem = frames.problem {
                    throw MoveError(place: here + Keyframes.name, problem: problem)
                }
                guard frames.start == nil || isBeginning else {
                    throw MoveError(
                        place: here + Keyframes.name,
                        problem: "keyframe 0 has a pose at 0 s, and the body is elsewhere by then:"
                            + " give it time to get there")
                }
                sum += frames.frames.count
            default:
                if let kind = move.kind, let problem = kind.problem {
                    throw MoveError(place: here + kind.name, problem: problem)
                }
                sum += 1
            }
            guard sum <= mostSegments else {
                throw MoveError(
                    place: place, problem: "more than \(mostSegments) moves: repeat less often")
            }
        }
        return sum
    }
}

extension [Move] {
    /// Why a person cannot make them; nil if one can.
    fileprivate var problemOfPerson: String? {
        for move in self {
            switch move {
            case .recording:
                return "a recording is of a person already: vary it instead"
            case .sequence(let inner), .repeat(_, let inner), .together(let inner),
                .person(_, let inner):
                if let problem = inner.problemOfPerson { return problem }
            default: break
            }
        }
        return nil
    }
}

/// The checks that most moves need.
enum Check {
    /// The first problem of several.
    static func first(_ problems: String?...) -> String? {
        for case let problem? in problems { return problem }
        return nil
    }

    static func positive(_ value: Double, _ name: String) -> String? {
        value > 0 && value.isFinite ? nil : "\(name) is \(value): give more than 0"
    }

    static func notNegative(_ value: Double, _ name: String) -> String? {
        value >= 0 && value.isFinite ? nil : "\(name) is \(value): give 0 or more"
    }

    static func finite(_ value: Double, _ name: String) -> String? {
        value.isFinite ? nil : "\(name) is \(value): give a number"
    }

    /// At most a century, so that nanoseconds do not overflow.
    static func duration(_ value: Double, _ name: String = "duration") -> String? {
        value >= 0 && value <= 3e9 ? nil : "\(name) is \(value) s: give 0 to 3000000000 s"
    }

    static func direction(_ value: Vector3, _ name: String = "axis") -> String? {
        value.direction == nil ? "\(name) has no direction: give one that is not zero" : nil
    }
}
