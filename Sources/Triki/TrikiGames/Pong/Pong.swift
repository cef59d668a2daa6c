import Simulation
public import VeltoKit

/// Pong against a wall: the ball must be returned, and gets faster.
///
/// As in the arcade game, the paddle has eight segments, and the one that meets the ball decides the
/// angle. The ball's way therefore depends on where the paddle is, but not on every thousandth of it.
public struct Pong: TrikiGame {
    /// When a game ends.
    public struct Rules: Sendable, Equatable {
        /// So many returns win; nil: nothing does.
        public var returnsToWin: Int?
        /// So many missed balls lose; nil: nothing does.
        public var missesToLose: Int?

        /// By default, 11 returns win and 3 missed balls lose.
        public init(returnsToWin: Int? = 11, missesToLose: Int? = 3) {
            self.returnsToWin = returnsToWin
            self.missesToLose = missesToLose
        }

        /// A game without an end, for practice.
        public static let endless = Rules(returnsToWin: nil, missesToLose: nil)
    }

    /// A point of the court, or a velocity in units a second.
    public struct Vector: Sendable, Equatable {
        /// To the right.
        public var x: Double
        /// Upwards.
        public var y: Double
    }

    /// Units a second at the serve, from the 4th return of a rally, and from the 12th.
    static let speeds = [(from: 0, speed: 60.0), (from: 4, speed: 75.0), (from: 12, speed: 90.0)]
    /// From a miss, or the start, to the serve, in seconds.
    public static let pause = 1.0

    /// The paddle's centre.
    public private(set) var paddle = PongCourt.width / 2
    /// The ball's centre.
    public private(set) var ball = Vector(x: PongCourt.width / 2, y: PongCourt.height / 2)
    /// Zero before the serve.
    public private(set) var velocity = Vector(x: 0, y: 0)
    /// Balls that the player returned.
    public private(set) var returned = 0
    /// Balls that passed the paddle.
    public private(set) var missed = 0
    /// Returns since the serve.
    public private(set) var rally = 0
    /// The most returns of a rally.
    public private(set) var longestRally = 0
    /// Seconds that were played.
    public private(set) var time = 0.0

    private let rules: Rules
    private var random: RandomStream
    private var steps = FixedSteps(1.0 / 240)
    private var untilServe = Self.pause

    /// A new game; the seed decides the serves.
    public init(_ rules: Rules = Rules(), seed: UInt64 = 1) {
        self.rules = rules
        random = RandomStream(seed: seed, purpose: "pong")
    }

    /// The paddle follows a position.
    public static var mode: MotionMode { .paddle }
    /// The returns.
    public var score: Int { returned }
    /// By returns or by misses.
    public var isOver: Bool {
        isWon || rules.missesToLose.map { missed >= $0 } ?? false
    }
    /// By returns.
    public var isWon: Bool { rules.returnsToWin.map { returned >= $0 } ?? false }
    /// Returns, misses, and how it ended.
    public var standing: String {
        "\(returned) returned, \(missed) missed, longest rally \(longestRally)"
            + (isWon ? ": won" : isOver ? ": lost" : "")
    }

    public mutating func tick(_ input: GameInput, deltaTime: Double) {
        paddle = PongCourt.paddle(at: input.posX)
        for _ in 0..<steps.due(after: deltaTime) where !isOver { step() }
    }

    private mutating func step() {
        time += steps.length
        if untilServe > 0 {
            untilServe -= steps.length
            if untilServe <= 0 { serve() }
            return
        }
        let before = ball
        ball.x += velocity.x * steps.length
        ball.y += velocity.y * steps.length
        let (left, right) = (PongCourt.ballRadius, PongCourt.width - PongCourt.ballRadius)
        if ball.x < left || ball.x > right {
            ball.x = ball.x < left ? 2 * left - ball.x : 2 * right - ball.x
            velocity.x = -velocity.x
        }
        let top = PongCourt.height - PongCourt.ballRadius
        if ball.y > top {
            ball.y = 2 * top - ball.y
            velocity.y = -velocity.y
        }
        let line = PongCourt.paddleTop + PongCourt.ballRadius
        if velocity.y < 0, before.y >= line, ball.y < line {
            if let segment = PongCourt.segment(ball: ball.x, paddle: paddle) { bounce(segment) }
        } else if ball.y < -PongCourt.ballRadius {
            miss()
        }
    }

    private mutating func bounce(_ segment: Int) {
        returned += 1
        rally += 1
        longestRally = max(longestRally, rally)
        let line = PongCourt.paddleTop + PongCourt.ballRadius
        ball.y = 2 * line - ball.y
        send(PongCourt.direction(of: segment))
    }

    private mutating func miss() {
        missed += 1
        rally = 0
        velocity = Vector(x: 0, y: 0)
        ball = Vector(x: PongCourt.width / 2, y: PongCourt.height / 2)
        untilServe = Self.pause
    }

    /// Upwards from the middle, so that the player has time, in the direction of any segment.
    private mutating func serve() {
        send(PongCourt.direction(of: Int(random.below(UInt64(PongCourt.segments)))))
    }

    private mutating func send(_ direction: (x: Double, y: Double)) {
        let speed = Self.speeds.last { rally >= $0.from }?.speed ?? 0
        velocity = Vector(x: direction.x * speed, y: direction.y * speed)
    }
}
