import Testing
import TrikiGames
import VeltoKit

/// One throw is one dart, whichever of the two reports it, and in which order.
@Suite struct ShotTests {
    /// Seconds of the engine's triggers and of measured throws, and the darts.
    static let rows: [(fired: [Double], measured: [Double], darts: Int)] = [
        ([1], [], 1), ([], [1], 1), ([1], [1.2], 1), ([1.2], [1], 1), ([1, 2.5], [1.9], 1),
        // After the arm has returned, and when it begins to move.
        ([1.1, 5], [1], 1), ([0.1], [1.7], 1), ([7.5], [1], 1), ([0.1, 1.1], [1.2], 1),
        ([], [1, 3], 2), ([1, 3], [], 2), ([9.5], [1], 2), ([1], [3.5], 2),
        ([1.2, 5.2], [1, 5], 2), ([1, 5], [1.3, 5.3, 9], 3),
    ]

    @Test(arguments: rows) func `a throw is one dart`(
        _ fired: [Double], _ measured: [Double], _ darts: Int
    ) {
        var game = Dart()
        for frame in 0..<720 {
            var input = GameInput()
            if fired.contains(where: { Int(($0 * 60).rounded()) == frame }) {
                (input.shotTriggered, input.throwPower) = (true, 0.9)
            }
            if measured.contains(where: { Int(($0 * 60).rounded()) == frame }) {
                input.throwSpeed = 4
            }
            game.tick(input, deltaTime: 1.0 / 60)
        }
        #expect(game.hits.count == darts)
    }

    @Test func `what is no throw changes nothing`() {
        var game = Dart()
        for (power, speed) in [(Double.nan, Double.nan), (0, 0), (-1, -.infinity)] {
            var input = GameInput()
            (input.shotTriggered, input.throwPower, input.throwSpeed) = (true, power, speed)
            game.tick(input, deltaTime: .nan)
            #expect(game.flight == nil)
        }
    }
}
