public import Motion
public import VeltoKit

/// Darts: three darts, thrown by pulling the cap back and thrusting it forward.
public struct Dart: TrikiGame {
    /// Darts of a game.
    public static let darts = 3

    /// What the thrown darts hit, in order.
    public private(set) var hits: [Dartboard.Hit] = []
    /// Where they did: right of the bull, above it, and towards the board, in metres.
    public private(set) var places: [Vector3] = []
    /// The dart in the air.
    public private(set) var flight: DartFlight?

    private let toWin: Int
    private var watch = ShotWatch()
    private var steps = FixedSteps(1.0 / 500)

    /// A new game of three darts.
    ///
    /// - Parameter pointsToWin: points from which it counts as won.
    public init(pointsToWin: Int = 30) { toWin = pointsToWin }

    /// A throw is a gesture.
    public static var mode: MotionMode { .gesture }
    /// As the sample app tunes it.
    public static var config: MotionConfig { .tuned(.dart) }
    /// The points of the darts that landed.
    public var score: Int { hits.reduce(0) { $0 + $1.points } }
    /// Three darts landed.
    public var isOver: Bool { hits.count == Self.darts }
    /// Enough points with three darts.
    public var isWon: Bool { isOver && score >= toWin }
    /// Each dart, and the points.
    public var standing: String {
        let each = hits.isEmpty ? "no dart thrown" : hits.map(\.description).joined(separator: ", ")
        return "\(each): \(score) points"
    }

    /// A throw while a dart is in the air is not one.
    public mutating func tick(_ input: GameInput, deltaTime: Double) {
        let shot = watch.shot(in: input, deltaTime: deltaTime)
        if !isOver, flight == nil, let shot { flight = DartFlight(shot) }
        for _ in 0..<steps.due(after: deltaTime) {
            guard flight != nil else { break }
            flight?.step(steps.length)
            if let landed = flight, landed.hasLanded {
                hits.append(landed.hit)
                places.append(landed.position)
                flight = nil
            }
        }
    }
}
