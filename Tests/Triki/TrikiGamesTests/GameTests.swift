import Checkout
import Simulation
import Testing
import TrikiGames
import VeltoKit

/// What holds for every game.
@Suite struct GameTests {
    static let games: [any TrikiGame] = [Pong(), Pong(.endless), Dart(), Bowling(), Quiz()]

    /// Numbers from outside, most of them none.
    private func number(_ random: inout RandomStream) -> Double {
        let odd: [Double] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, -0.0, 0, 1, -1, 1e300, 1e-300,
        ]
        let at = Int(random.below(24))
        return at < odd.count ? odd[at] : random.uniform() * 4 - 2
    }

    private func input(_ random: inout RandomStream) -> GameInput {
        var input = GameInput()
        input.posX = number(&random)
        input.posY = number(&random)
        input.throwPower = number(&random)
        input.shotTriggered = random.below(4) == 0
        input.primaryAction = random.below(4) == 0
        input.bleButtonClick = random.below(4) == 0
        return input
    }

    @Test(.slow, arguments: games.indices) func `no input breaks a game`(_ index: Int) {
        for seed in 1...5 {
            var game = Self.games[index]
            var random = RandomStream(seed: UInt64(seed), purpose: "games")
            for _ in 0..<2_000 {
                let before = game.score
                game.tick(input(&random), deltaTime: number(&random))
                #expect(game.score >= before && game.score <= 2_000)
            }
            #expect(!game.standing.contains("nan") && !game.standing.contains("inf"))
        }
    }

    @Test(arguments: games.indices) func `after bad input a game goes on as after none`(
        _ index: Int
    ) {
        var (game, other) = (Self.games[index], Self.games[index])
        var bad = GameInput()
        (bad.posX, bad.throwPower, bad.shotTriggered) = (.nan, .infinity, true)
        for time in [Double.nan, .infinity, -.infinity, -5, 0] { game.tick(bad, deltaTime: time) }
        var random = RandomStream(seed: 7, purpose: "games")
        for _ in 0..<3_000 {
            var input = GameInput()
            input.posX = random.uniform() * 2 - 1
            input.throwPower = random.uniform()
            input.shotTriggered = random.below(300) == 0
            input.primaryAction = random.below(100) == 0
            game.tick(input, deltaTime: 1.0 / 60)
            other.tick(input, deltaTime: 1.0 / 60)
        }
        #expect(game.standing == other.standing)
    }

    @Test func `a quiz is answered by turning and pressing`() {
        var quiz = Quiz()
        // Three steps of display to one of the game: no press is lost, and none counts twice.
        for slot in [0.8, -0.8, 0.3] {
            var input = GameInput()
            input.posX = slot
            for frame in 0..<360 {
                input.primaryAction = frame == 301
                quiz.tick(input, deltaTime: 1.0 / 180)
            }
        }
        #expect(quiz.isWon && quiz.question == nil)
        #expect(quiz.standing == "3 right of 3 answered, 3 asked")
    }
}
