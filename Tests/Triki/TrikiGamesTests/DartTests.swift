import Motion
import Testing
import TrikiGames
import VeltoKit

@Suite struct DartTests {
    /// Millimetres right of the centre and above it, and the field.
    static let fields: [(Double, Double, String)] = [
        (0, 0, "bull"), (6.3, 0, "bull"), (6.4, 0, "outer bull"), (0, -15.8, "outer bull"),
        (0, 16, "20"), (0, 98.9, "20"), (0, 103, "treble 20"), (0, 108, "20"),
        (0, 165, "double 20"), (0, 170.1, "missed the board"), (103, 0, "treble 6"),
        (-103, 0, "treble 11"), (0, -103, "treble 3"), (0, -166, "double 3"),
        // Nine degrees from the top the 20 ends: to the right lies 1, to the left 5.
        (15.4, 99, "treble 20"), (16.2, 99, "treble 1"), (-16.2, 99, "treble 5"),
        (29.4, 90.5, "1"), (.nan, 0, "missed the board"), (.infinity, 0, "missed the board"),
    ]

    @Test(arguments: fields) func `rings and numbers are those of the board`(
        _ x: Double, _ y: Double, _ field: String
    ) {
        #expect(Dartboard.hit(x: x / 1000, y: y / 1000).description == field)
    }

    @Test func `the numbers lie once around the board`() {
        #expect(Dartboard.numbers.sorted() == Array(1...20))
        var most = 0
        for x in -200..<200 {
            for y in -200..<200 {
                let hit = Dartboard.hit(x: Double(x) / 1000, y: Double(y) / 1000)
                most = max(most, hit.points)
            }
        }
        #expect(most == 60)
    }

    private func thrown(_ power: Double, aim: Double = 0, rate: Double = 60) -> Dart {
        var game = Dart()
        var input = GameInput()
        (input.shotTriggered, input.throwPower, input.posX) = (true, power, aim)
        game.tick(input, deltaTime: 1 / rate)
        for _ in 0..<Int(2 * rate) { game.tick(GameInput(), deltaTime: 1 / rate) }
        return game
    }

    @Test func `a dart falls on its way as a thrown body does`() throws {
        var game = Dart()
        var input = GameInput()
        (input.shotTriggered, input.throwPower) = (true, 0.9)
        game.tick(input, deltaTime: 0)
        let start = try #require(game.flight).velocity
        for _ in 0..<20 { game.tick(GameInput(), deltaTime: 0.01) }
        let flight = try #require(game.flight)
        #expect(abs(flight.position.z - start.z * 0.2) < 1e-9)
        #expect(abs(flight.position.y - (start.y * 0.2 - 9.80665 / 2 * 0.04)) < 1e-9)
    }

    @Test func `more power hits higher, aim hits the side`() {
        #expect(thrown(0.9).hits.map(\.number) == [25])
        #expect(thrown(0.82).hits.map(\.number) == [3])
        #expect(thrown(1).hits.map(\.number) == [20])
        #expect(thrown(0.4).hits.map(\.points) == [0], "it falls short of the board")
        #expect(thrown(0.01).hits.map(\.points) == [0], "it falls to the floor")
        #expect(thrown(0.9, aim: 0.3).hits.map(\.number) == [6])
        #expect(thrown(0.9, aim: -0.3).hits.map(\.number) == [11])
        #expect(thrown(0.9, rate: 60).hits == thrown(0.9, rate: 24).hits)
    }

    @Test func `three darts make a game, and none makes no points`() {
        var game = Dart()
        for _ in 0..<600 { game.tick(GameInput(), deltaTime: 1.0 / 60) }
        #expect(game.standing == "no dart thrown: 0 points" && !game.isOver)
        var input = GameInput()
        (input.shotTriggered, input.throwPower) = (true, 0.9)
        // The trigger is held: a dart must land before the next one leaves.
        for _ in 0..<600 { game.tick(input, deltaTime: 1.0 / 60) }
        #expect(game.hits.count == 3 && game.isOver && game.isWon)
    }
}
