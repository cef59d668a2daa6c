import Testing
import TrikiGames
import VeltoKit

@Suite struct PongTests {
    private func input(_ posX: Double) -> GameInput {
        var input = GameInput()
        input.posX = posX
        return input
    }

    /// A game whose first ball comes down far from the side walls.
    private func central() throws -> Pong {
        try #require(
            (1...UInt64(100)).lazy.compactMap { seed in
                var game = Pong(.endless, seed: seed)
                while game.velocity.y == 0 { game.tick(GameInput(), deltaTime: 1.0 / 60) }
                let landing = PongBot().landing(game) ?? 0
                return landing > 60 && landing < 100 ? game : nil
            }.first)
    }

    /// The slope, x to y, at which a ball leaves a paddle that it meets `offset` units right of the
    /// middle; nil if it passes.
    private func slope(after offset: Double) throws -> Double? {
        var game = try central()
        let bot = PongBot()
        for _ in 0..<20_000 {
            let landing = bot.landing(game) ?? 80
            game.tick(
                input((landing - offset - 80) / PongCourt.positionScale), deltaTime: 1.0 / 240)
            if game.missed > 0 { return nil }
            if game.returned > 0 {
                return game.velocity.x / game.velocity.y
            }
        }
        return nil
    }

    @Test func `where the ball meets the paddle decides its angle`() throws {
        let slopes = try [-22.0, -12, -3, 3, 12, 22].map { try #require(try slope(after: $0)) }
        #expect(slopes == slopes.sorted())
        #expect(abs(slopes[0] + slopes[5]) < 1e-9, "left and right are alike")
        #expect(abs(slopes[5] - 1.1917535925942) < 1e-9, "50 degrees from the upright")
        // The same segment gives the same angle, the next one another.
        #expect(try slope(after: 1) == slope(after: 6))
        #expect(try slope(after: 6) != slope(after: 7))
        #expect(try slope(after: 29) == nil, "the ball passes beside the paddle")
    }

    @Test func `a bounce keeps the speed, and a rally gets faster`() {
        var game = Pong(.endless)
        let bot = PongBot()
        var speeds: [Int: Double] = [:]
        while game.rally < 13 {
            game.tick(input(bot.position(game)), deltaTime: 1.0 / 60)
            let (x, y) = (game.velocity.x, game.velocity.y)
            speeds[game.rally] = (x * x + y * y).squareRoot().rounded()
        }
        #expect(speeds[1] == 60 && speeds[3] == 60 && speeds[4] == 75 && speeds[11] == 75)
        #expect(speeds[12] == 90)
    }

    @Test func `a player who does nothing loses, one who follows the ball wins`() {
        var (idle, good) = (Pong(), Pong())
        let bot = PongBot()
        for _ in 0..<60 * 120 {
            idle.tick(GameInput(), deltaTime: 1.0 / 60)
            good.tick(input(bot.position(good)), deltaTime: 1.0 / 60)
        }
        #expect(idle.isOver && !idle.isWon && idle.missed == 3)
        #expect(good.isOver && good.isWon && good.score == 11 && good.missed == 0)
        #expect(good.standing == "11 returned, 0 missed, longest rally 11: won")
    }

    @Test func `the display's rate changes nothing`() {
        func play(_ rate: Int) -> [Double] {
            var game = Pong(.endless, seed: 9)
            for second in 0..<20 {
                for _ in 0..<rate {
                    game.tick(input(second % 2 == 0 ? 0.5 : -0.5), deltaTime: 1 / Double(rate))
                }
            }
            return [game.ball.x, game.ball.y, Double(game.returned), Double(game.missed)]
        }
        #expect(play(30) == play(60) && play(60) == play(240))
    }

    @Test func `the seed decides the serves, and nothing else does`() {
        func serves(_ seed: UInt64) -> [Double] {
            var game = Pong(.endless, seed: seed)
            var serves: [Double] = []
            var missed = -1
            while serves.count < 12 {
                game.tick(input(9), deltaTime: 1.0 / 60)
                if game.velocity.y > 0, game.missed != missed, game.rally == 0 {
                    serves.append(game.velocity.x)
                    missed = game.missed
                }
            }
            return serves
        }
        #expect(serves(1) == serves(1) && serves(1) != serves(2))
        #expect(Set(serves(1).map { $0.rounded() }).count > 4)
    }
}
