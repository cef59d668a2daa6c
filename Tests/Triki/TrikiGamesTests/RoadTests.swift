import Checkout
import Simulation
import Testing
import TrikiGames
import VeltoKit

@Suite struct RoadTests {
    /// Degrees a second for a position of 1: the paddle preset's 0.0034 a count of 0.070 °/s.
    private static let rate = 0.070 / 0.0034

    @Test(.slow) func `a bot with a cap in its hand holds the wall for five minutes`() {
        let hand = Hand()
        let road = CapRoad(hand, Pong.mode)
        #expect(road.session.isConnected && road.session.isReceiving)
        var game = Pong(.endless)
        let bot = PongBot()
        var farthest = (low: 80.0, high: 80.0)
        while game.time < 300, game.missed == 0 {
            game.tick(road.frame(), deltaTime: 1.0 / 60)
            hand.rate = bot.position(game) * Self.rate
            farthest = (min(farthest.low, game.paddle), max(farthest.high, game.paddle))
        }
        #expect(game.missed == 0, "after \(game.time) s: \(game.standing)")
        #expect(game.returned > 120, "\(game.standing)")
        #expect(farthest.low < 30 && farthest.high > 130, "it had to move")
        #expect(road.simulation.now.seconds > 300)
    }

    @Test func `without a hand the wall is soon lost`() {
        let road = CapRoad(Hand(), Pong.mode)
        var game = Pong()
        while game.time < 60, !game.isOver { game.tick(road.frame(), deltaTime: 1.0 / 60) }
        #expect(game.isOver && !game.isWon)
    }
}
