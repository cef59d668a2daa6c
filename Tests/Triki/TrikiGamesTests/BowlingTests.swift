import Checkout
import Testing
import VeltoKit

@testable import TrikiGames

@Suite struct BowlingTests {
    /// Rolls, the points of the frames that are known, and whether the game is over.
    static let sheets: [(String, [Int], Bool)] = [
        ("", [], false), ("3", [], false), ("3 4", [7], false), ("3 7", [], false),
        ("3 7 5", [15], false), ("3 7 5 1", [15, 6], false), ("10", [], false),
        ("10 3", [], false), ("10 3 4", [17, 7], false), ("10 10 10", [30], false),
        ("10 10 4 2", [24, 16, 6], false), ("0 10 4", [14], false),
        ("10 10 10 10 10 10 10 10 10 10 10 10", Array(repeating: 30, count: 10), true),
        ("9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0", Array(repeating: 9, count: 10), true),
        (
            "5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5", Array(repeating: 15, count: 10),
            true
        ),
        (
            "10 7 3 9 0 10 0 8 8 2 0 6 10 10 10 8 1", [20, 19, 9, 18, 8, 10, 6, 30, 28, 19], true
        ),
        // No bonus without a strike or a spare in the last frame.
        ("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4 5 6", [0, 0, 0, 0, 0, 0, 0, 0, 0, 9], true),
    ]

    @Test(arguments: sheets) func `strikes and spares count what follows`(
        _ rolls: String, _ frames: [Int], _ isOver: Bool
    ) {
        var sheet = BowlingScore()
        for roll in rolls.split(separator: " ") { sheet.add(Int(roll) ?? 0) }
        #expect(sheet.frames == frames && sheet.isOver == isOver)
        #expect(sheet.total == frames.reduce(0, +))
    }

    @Test func `no more pins fall than stand`() {
        var sheet = BowlingScore()
        sheet.add(8)
        sheet.add(9)
        #expect(sheet.rolls == [8, 2] && sheet.standing == 10)
        sheet.add(-4)
        sheet.add(.max)
        #expect(sheet.rolls == [8, 2, 0, 10])
        for _ in 0..<100 { sheet.add(10) }
        #expect(sheet.isOver && sheet.frames.count == 10)
    }

    @Test func `the last frame sets its pins up again for a bonus roll`() {
        for (last, standing) in [
            ([10], 10), ([10, 4], 6), ([4, 6], 10), ([10, 10], 10), ([4], 6),
        ] {
            var sheet = BowlingScore()
            for _ in 0..<18 { sheet.add(0) }
            for pins in last { sheet.add(pins) }
            #expect(sheet.standing == standing && sheet.frame == 10, "\(last)")
        }
    }

    @Test func `a collision keeps momentum, and no energy appears`() {
        var a = BowlingLane.Disc(x: 0, y: 0, speedX: 1, speedY: 6)
        var b = BowlingLane.Disc(x: 0.05, y: 0.15)
        BowlingLane.bounce(&a, &b, masses: (6.8, 1.53), reach: 0.169)
        #expect(abs(6.8 * a.speedX + 1.53 * b.speedX - 6.8) < 1e-12)
        #expect(abs(6.8 * a.speedY + 1.53 * b.speedY - 6.8 * 6) < 1e-12)
        #expect(6.8 * a.speed * a.speed + 1.53 * b.speed * b.speed < 6.8 * 37)
        #expect(b.speedX / b.speedY > 0.333 && b.speedX / b.speedY < 0.334, "along the centres")
        let before = (a, b)
        BowlingLane.bounce(&a, &b, masses: (6.8, 1.53), reach: 0.169)
        #expect(a == before.0 && b == before.1, "they part")
    }

    private func roll(_ power: Double, aim: Double, seed: UInt64 = 1) -> Int {
        var game = Bowling(seed: seed)
        var input = GameInput()
        (input.shotTriggered, input.throwPower, input.posX) = (true, power, aim)
        game.tick(input, deltaTime: 1.0 / 60)
        #expect(game.isRolling)
        for _ in 0..<900 { game.tick(GameInput(), deltaTime: 1.0 / 60) }
        #expect(!game.isRolling)
        return game.sheet.rolls.first ?? -1
    }

    @Test(.slow)
    func `a ball down the middle knocks pins down, one to the side less, the gutter none`() {
        let middle = (1...10).map { roll(0.9, aim: 0, seed: $0) }
        #expect(middle.allSatisfy { $0 >= 3 }, "\(middle)")
        let pocket = (1...10).map { roll(0.9, aim: 0.09, seed: $0) }
        #expect(pocket.reduce(0, +) > middle.reduce(0, +), "\(pocket) \(middle)")
        #expect(roll(0.9, aim: 1) == 0 && roll(0.9, aim: -1) == 0)
        let side = roll(0.9, aim: 0.7)
        #expect(side > 0 && side < 5)
        #expect(roll(0.01, aim: 0) > 0, "a slow ball arrives as well")
    }

    @Test func `pins that stand are rolled at again`() {
        var game = Bowling(seed: 4)
        var input = GameInput()
        (input.shotTriggered, input.throwPower, input.posX) = (true, 0.9, 0.7)
        var first: Int?
        for frame in 0..<1200 where game.sheet.rolls.count < 2 {
            game.tick(game.isRolling || frame % 10 != 0 ? GameInput() : input, deltaTime: 1.0 / 60)
            if first == nil, let pins = game.sheet.rolls.first {
                first = pins
                #expect(game.lane.pins.count == 10 - pins)
                input.posX = -0.3
            }
        }
        #expect(game.sheet.rolls.count == 2 && game.sheet.frame == 2)
        #expect(game.lane.pins.count == 10)
        #expect(game.score == game.sheet.rolls.reduce(0, +))
    }
}
