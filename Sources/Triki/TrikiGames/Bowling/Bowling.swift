import Simulation
public import VeltoKit

/// Ten-pin bowling: a throw of the cap rolls the ball down the lane.
public struct Bowling: TrikiGame {
    /// What the rolls knocked down.
    public private(set) var sheet = BowlingScore()
    /// The lane as it is now.
    public private(set) var lane: BowlingLane
    /// Whether the ball is on its way.
    public private(set) var isRolling = false

    private let toWin: Int
    private var random: RandomStream
    private var watch = ShotWatch()
    private var steps = FixedSteps(1.0 / 1000)

    /// A new game; the seed decides how exactly the pins stand.
    ///
    /// - Parameter pointsToWin: points from which it counts as won.
    public init(pointsToWin: Int = 100, seed: UInt64 = 1) {
        toWin = pointsToWin
        random = RandomStream(seed: seed, purpose: "bowling")
        lane = BowlingLane(&random)
    }

    /// A throw is a gesture.
    public static var mode: MotionMode { .gesture }
    /// As the sample app tunes it.
    public static var config: MotionConfig { .tuned(.bowling) }
    /// The pins of every roll, with the bonus where it is known.
    public var score: Int { sheet.total + sheet.openPins }
    /// Ten frames.
    public var isOver: Bool { sheet.isOver }
    /// Enough points in ten frames.
    public var isWon: Bool { isOver && score >= toWin }
    /// The rolls and the points.
    public var standing: String {
        sheet.rolls.isEmpty
            ? "no ball rolled"
            : "rolls \(sheet.rolls.map { "\($0)" }.joined(separator: " ")): \(score) points"
    }

    /// A throw while the ball is on its way is not one.
    public mutating func tick(_ input: GameInput, deltaTime: Double) {
        let shot = watch.shot(in: input, deltaTime: deltaTime)
        if !isOver, !isRolling, let shot {
            lane.roll(shot)
            isRolling = true
        }
        for _ in 0..<steps.due(after: deltaTime) {
            guard isRolling else { break }
            lane.step(steps.length)
            if lane.isAtRest { end() }
        }
    }

    private mutating func end() {
        isRolling = false
        sheet.add(lane.down)
        lane.sweep()
        if sheet.standing == 10 { lane = BowlingLane(&random) }
    }
}
