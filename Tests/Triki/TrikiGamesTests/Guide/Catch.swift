import TrikiGames
import VeltoKit

/// Apples fall on the left, in the middle and on the right; the cap moves a basket below them.
struct Catch: TrikiGame {
    /// The position follows the turn of the cap.
    static let mode = MotionMode.paddle
    /// Seconds that an apple falls.
    static let fall = 2.0

    /// Where each apple falls: -1, 0 or 1.
    let apples: [Int]
    private(set) var score = 0
    private(set) var basket = 0
    private var landed = 0
    private var height = 1.0

    init(_ apples: [Int]) { self.apples = apples }

    var isOver: Bool { landed == apples.count }
    var isWon: Bool { isOver && score == apples.count }
    var standing: String { "caught \(score) of \(landed)" }

    mutating func tick(_ input: GameInput, deltaTime: Double) {
        // A display can stop for a minute, and a clock can be wrong.
        guard !isOver, deltaTime.isFinite, deltaTime > 0 else { return }
        basket = abs(input.posX) < 0.4 ? 0 : input.posX < 0 ? -1 : 1
        height -= min(deltaTime, 0.1) / Self.fall
        guard height <= 0 else { return }
        if basket == apples[landed] { score += 1 }
        landed += 1
        height = 1
    }
}
