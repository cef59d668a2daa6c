/// A motion. Angles are radians, lengths metres, times seconds, peaks in g.
///
/// A kind of move is a struct of parameters in a file of its own, and a case here.
public indirect enum Move: Equatable, Sendable {
    /// No motion.
    case rest(Rest)
    /// A turn by an angle.
    case turn(Turn)
    /// A turn to a given pitch and roll.
    case tilt(Tilt)
    /// A swing to and fro about an axis.
    case swing(Swing)
    /// A shake to and fro along a line.
    case shake(Shake)
    /// Short knocks.
    case tap(Tap)
    /// Steps.
    case walk(Walk)
    /// Up or down to another height.
    case lift(Lift)
    /// Thrown into the air and caught.
    case `throw`(Throw)
    /// Dropped.
    case freeFall(FreeFall)
    /// Turned at a rate.
    case spin(Spin)
    /// Shaken by a machine.
    case vibration(Vibration)
    /// From pose to pose.
    case keyframes(Keyframes)
    /// To one pose.
    case reach(Reach)
    /// A recording of a real board.
    case recording(Playback)
    /// One after the other.
    case sequence([Move])
    /// A list of moves, repeated.
    case `repeat`(Int, [Move])
    /// All at the same time: displacements add up, turns are applied one after the other within the
    /// instant.
    case together([Move])
    /// One after the other, as a person makes them. Recordings cannot be among them.
    case person(Person, [Move])
}

/// What every kind of move provides.
protocol MoveKind: Equatable, Sendable {
    /// Its name in a script.
    static var name: String { get }
    /// What is wrong with the parameters and how to fix it, or nil.
    var problem: String? { get }
    /// The move from a start pose.
    func segment(from start: Pose) -> Segment
}

/// A kind of move with its parameters, whatever its type.
struct AnyMoveKind {
    let name: String
    let problem: String?
    let segment: (_ start: Pose) -> Segment

    init<Kind: MoveKind>(_ kind: Kind) {
        name = Kind.name
        problem = kind.problem
        segment = { kind.segment(from: $0) }
    }
}

extension Move {
    /// The parameters of a move that does not contain others.
    var kind: AnyMoveKind? {
        switch self {
        case .rest(let kind): AnyMoveKind(kind)
        case .turn(let kind): AnyMoveKind(kind)
        case .tilt(let kind): AnyMoveKind(kind)
        case .swing(let kind): AnyMoveKind(kind)
        case .shake(let kind): AnyMoveKind(kind)
        case .tap(let kind): AnyMoveKind(kind)
        case .walk(let kind): AnyMoveKind(kind)
        case .lift(let kind): AnyMoveKind(kind)
        case .throw(let kind): AnyMoveKind(kind)
        case .freeFall(let kind): AnyMoveKind(kind)
        case .spin(let kind): AnyMoveKind(kind)
        case .vibration(let kind): AnyMoveKind(kind)
        case .reach(let kind): AnyMoveKind(kind)
        case .recording(let kind): AnyMoveKind(kind)
        case .keyframes, .sequence, .repeat, .together, .person: nil
        }
    }

    /// No motion for `seconds`.
    public static func pause(_ seconds: Double) -> Move { .rest(Rest(duration: seconds)) }
}
