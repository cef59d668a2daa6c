import Motion

/// The court: 160 × 90 units with the paddle at the bottom and the wall at the top (protocol,
/// triki-motion 3.7). x grows to the right, y upwards.
public enum PongCourt {
    /// From the left wall to the right one.
    public static let width = 160.0
    /// Of the wall that the ball is played against.
    public static let height = 90.0
    /// Half the ball's width.
    public static let ballRadius = 2.0
    /// Half the paddle's width.
    public static let paddleHalfWidth = 26.0
    /// Of the paddle's upper edge.
    public static let paddleTop = 6.0
    /// What a position of 1 moves the paddle by.
    public static let positionScale = 66.0
    /// Across the paddle: where the ball meets one decides its angle.
    public static let segments = 8

    /// The paddle's centre for a position of the player; the side walls stop it.
    public static func paddle(at posX: Double) -> Double {
        let wanted = width / 2 + (posX.isFinite ? posX : 0) * positionScale
        return min(max(wanted, paddleHalfWidth), width - paddleHalfWidth)
    }

    /// The segment that meets a ball, from 0 at the left; nil if the ball passes beside the paddle.
    static func segment(ball: Double, paddle: Double) -> Int? {
        let offset = ball - paddle
        guard abs(offset) <= paddleHalfWidth + ballRadius else { return nil }
        let place = (offset + paddleHalfWidth) / (2 * paddleHalfWidth) * Double(segments)
        return min(max(Int(place.rounded(.down)), 0), segments - 1)
    }

    /// The direction in which a segment sends the ball: from -50° at the left end to 50° at the
    /// right one, in equal parts.
    static func direction(of segment: Int) -> (x: Double, y: Double) {
        let share = (Double(segment) + 0.5) / Double(segments) * 2 - 1
        let angle = share * steepest * 8 / 7
        return (Elementary.sine(angle), Elementary.cosine(angle))
    }

    /// From straight up, in radians.
    static let steepest = 50.0 / 180 * Double.pi
}
