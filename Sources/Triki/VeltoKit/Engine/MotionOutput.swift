/// What the engine makes of a frame.
public struct MotionOutput: Sendable, Equatable {
    /// Left and right: -1 to 1; in paddle mode up to ±`paddleSmoothMax`.
    public var x = 0.0
    /// Down and up, -1 to 1; 0 in paddle mode.
    public var y = 0.0
    /// Whether a throw was fired in this frame, or the button was clicked.
    public var didShoot = false
    /// How hard the throw was, 0 to 1; 0 without one.
    public var throwPower = 0.0
    /// Always 0; kept for programs that read it.
    public var velocityX = 0.0
    /// Paddle mode: whether the position is that of rest.
    public var paddleAtRest = false
}

/// Where the paddle points.
public enum PaddleDirection: String, Sendable {
    case center = "ŚRODEK"
    case left = "LEWO"
    case right = "PRAWO"

    /// The direction of a position; below 0.06 it is the centre (protocol, triki-motion 3.7).
    public init(of steer: Double) {
        self = abs(steer) < 0.06 ? .center : steer < 0 ? .left : .right
    }
}

/// Where the pointer points; raw values as the published engine prints them.
public enum PointerDirection: String, Sendable, CaseIterable {
    case center = "CENTER"
    case left = "LEFT"
    case right = "RIGHT"
    case up = "UP"
    case down = "DOWN"

    /// The larger axis, in a tie the horizontal; below 0.08 both are the centre (protocol, triki-motion 3.8).
    public init(x: Double, y: Double) {
        if abs(x) < 0.08, abs(y) < 0.08 {
            self = .center
        } else if abs(x) >= abs(y) {
            self = x < 0 ? .left : .right
        } else {
            self = y < 0 ? .down : .up
        }
    }
}
