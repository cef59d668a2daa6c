import Motion
import Simulation

/// The lane with one ball and up to ten pins, seen from above: discs that roll, slide and collide.
public struct BowlingLane: Sendable {
    /// A disc on the lane.
    public struct Disc: Sendable, Equatable {
        /// Right of the middle, in metres.
        public var x: Double
        /// From the foul line, in metres.
        public var y: Double
        /// To the right, in m/s.
        public var speedX = 0.0
        /// Down the lane, in m/s.
        public var speedY = 0.0
        /// Whether a pin was knocked down.
        public var isDown = false

        var speed: Double { (speedX * speedX + speedY * speedY).squareRoot() }
    }

    /// Metres and kilograms of the United States Bowling Congress's rules.
    static let halfWidth = 1.0541 / 2
    static let headPin = 18.288
    static let spacing = 0.3048
    static let ballRadius = 0.1085
    static let ballMass = 6.8
    static let pinRadius = 0.0605
    static let pinMass = 1.53
    /// The pit, behind the last row.
    static let end = headPin + 1.6
    /// m/s without power and at full power.
    static let slowest = 3.0
    static let fastest = 9.0
    /// To either side at an aim of 1: a little more than leads into the gutter.
    static let widest = 2.0 / 180 * Double.pi
    /// How much of the closing speed two discs keep; pins are hard maple.
    static let restitution = 0.7
    /// m/s² by which a pin that slides slows down.
    static let friction = 2.5
    /// A pin falls when it is pushed this fast, in m/s.
    static let toppling = 0.25
    /// The longest a roll may take, in seconds.
    static let longest = 12.0

    /// The ball.
    public private(set) var ball = Disc(x: 0, y: 0)
    /// The pins, from the head pin, row by row from the left.
    public private(set) var pins: [Disc]
    /// Whether the ball left the lane before the pins.
    public private(set) var isInGutter = false
    private var time = 0.0

    /// Ten pins on their spots, off by up to a millimetre as a machine sets them.
    init(_ random: inout RandomStream) {
        pins = []
        for row in 0..<4 {
            for place in 0...row {
                pins.append(
                    Disc(
                        x: (Double(place) - Double(row) / 2) * Self.spacing
                            + (random.uniform() - 0.5) * 0.002,
                        y: Self.headPin + Double(row) * Self.spacing * 0.75.squareRoot()
                            + (random.uniform() - 0.5) * 0.002))
            }
        }
    }

    /// Pins that were knocked down since they were set up.
    var down: Int { pins.count { $0.isDown } }

    mutating func roll(_ shot: Shot) {
        let speed = Self.slowest + (Self.fastest - Self.slowest) * shot.power
        let angle = shot.aim * Self.widest
        ball = Disc(
            x: 0, y: 0, speedX: speed * Elementary.sine(angle),
            speedY: speed * Elementary.cosine(angle))
        isInGutter = false
        time = 0
    }

    /// Whether the ball is in the pit, and every pin lies or stands still.
    var isAtRest: Bool {
        time >= Self.longest || ball.y >= Self.end && pins.allSatisfy { $0.speed < 0.05 }
    }

    mutating func step(_ seconds: Double) {
        time += seconds
        ball.x += ball.speedX * seconds
        ball.y += ball.speedY * seconds
        if abs(ball.x) > Self.halfWidth, ball.y < Self.end {
            // The gutter leads it past the pins.
            isInGutter = isInGutter || ball.y < Self.headPin - Self.ballRadius
            ball.x =
                ball.x < 0 ? -Self.halfWidth - Self.ballRadius : Self.halfWidth + Self.ballRadius
            ball.speedX = 0
        }
        guard ball.y > Self.headPin - 1 else { return }
        slide(seconds)
        collide()
    }

    /// The pins that fell leave the lane; the ball comes back.
    mutating func sweep() {
        pins.removeAll { $0.isDown }
        for i in pins.indices { (pins[i].speedX, pins[i].speedY) = (0, 0) }
        ball = Disc(x: 0, y: 0)
    }

    private mutating func slide(_ seconds: Double) {
        for i in pins.indices {
            let speed = pins[i].speed
            guard speed > 0 else { continue }
            let left = max(0, speed - Self.friction * seconds) / speed
            pins[i].speedX *= left
            pins[i].speedY *= left
            pins[i].x += pins[i].speedX * seconds
            pins[i].y += pins[i].speedY * seconds
        }
    }

    private mutating func collide() {
        for i in pins.indices {
            if !isInGutter, ball.y < Self.end {
                Self.bounce(
                    &ball, &pins[i], masses: (Self.ballMass, Self.pinMass),
                    reach: Self.ballRadius + Self.pinRadius)
            }
            for j in pins.indices.dropFirst(i + 1) {
                // Two elements of one array.
                var (a, b) = (pins[i], pins[j])
                Self.bounce(
                    &a, &b, masses: (Self.pinMass, Self.pinMass), reach: 2 * Self.pinRadius)
                (pins[i], pins[j]) = (a, b)
            }
        }
        for i in pins.indices where pins[i].speed > Self.toppling { pins[i].isDown = true }
    }

    /// An impulse along the line of the centres, if two discs touch and come closer.
    static func bounce(
        _ a: inout Disc, _ b: inout Disc, masses: (Double, Double), reach: Double
    ) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let square = dx * dx + dy * dy
        guard square < reach * reach, square > 0 else { return }
        let distance = square.squareRoot()
        let (nx, ny) = (dx / distance, dy / distance)
        let closing = (a.speedX - b.speedX) * nx + (a.speedY - b.speedY) * ny
        guard closing > 0 else { return }
        let impulse = (1 + restitution) * closing / (1 / masses.0 + 1 / masses.1)
        a.speedX -= impulse / masses.0 * nx
        a.speedY -= impulse / masses.0 * ny
        b.speedX += impulse / masses.1 * nx
        b.speedY += impulse / masses.1 * ny
    }
}
