/// A player that sees the court and steers as a person does: by where the ball will come down.
///
/// It yields positions as in `GameInput.posX`; its caller turns the cap accordingly.
public struct PongBot: Sendable {
    /// A bot.
    public init() {}

    /// Where the ball will meet the paddle's line; nil while it does not fall.
    ///
    /// A rising ball is followed on its way over the wall as well, because a cap needs time to turn.
    public func landing(_ game: Pong) -> Double? {
        guard game.velocity.y != 0 else { return nil }
        let line = PongCourt.paddleTop + PongCourt.ballRadius
        let top = PongCourt.height - PongCourt.ballRadius
        let way =
            game.velocity.y < 0 ? game.ball.y - line : (top - game.ball.y) + (top - line)
        guard way >= 0 else { return nil }
        let x = game.ball.x + game.velocity.x * way / abs(game.velocity.y)
        // The side walls fold the way.
        let width = PongCourt.width - 2 * PongCourt.ballRadius
        let folded = (x - PongCourt.ballRadius).truncatingRemainder(dividingBy: 2 * width)
        let positive = folded < 0 ? folded + 2 * width : folded
        return PongCourt.ballRadius + (positive > width ? 2 * width - positive : positive)
    }

    /// The position that brings the paddle under the ball; 0 while there is none.
    public func position(_ game: Pong) -> Double {
        guard let landing = landing(game) else { return 0 }
        return (landing - PongCourt.width / 2) / PongCourt.positionScale
    }
}
