import MetaWearBoard
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun

/// Devices on a board's buses, and the surroundings that only some boards see.
@Suite struct BusTests {
    static let board = """
        {name: wrist, model: MetaMotion R, sensors: ideal, bus: [
          {name: thermometer, i2c: 48,
           sensors: [
             {at: 00, measures: temperature, counts: 256},
             {at: 10, measures: pressure, size: 4, order: little-endian, counts: 100},
             {at: 20, measures: humidity, size: 1, counts: 1, zero: 40 %},
             {at: 30, measures: light, counts: 1, units: 2, zero: 100 lx},
             {at: 40, measures: nearest-object, counts: 100}],
           registers: [{at: FE, bytes: "54 49", read-only: true}, {at: 05, bytes: 11}]},
          {name: still, spi: 3, counts-up: false, registers: [{at: 05, bytes: 22}]},
          {name: inner, internal-spi: true, registers: [{at: 05, bytes: 33}]}]}
        """

    /// A read and what comes of it.
    static let reads: [(String, String)] = [
        ("0d 81 48 00 03 02", "0d 81 03 15 80"),  // 21.5 °C
        ("0d 81 48 10 03 04", "0d 81 03 a0 86 01 00"),  // 100,000 Pa
        ("0d 81 48 20 03 01", "0d 81 03 14"),  // 60 %, 20 above its zero
        ("0d 81 48 30 03 02", "0d 81 03 00 96"),  // 400 lx, 150 times two above its zero
        ("0d 81 48 40 03 02", "0d 81 03 00 19"),  // 25 cm
        ("0d 81 48 fe 03 02", "0d 81 03 54 49"),
        ("0d 81 48 05 03 01", "0d 81 03 11"),
        ("0d 82 03 00 01 02 00 31 85", "0d 82 03 22 22"),
        ("0d 82 00 00 00 00 40 30 85", "0d 82 03 33"),
    ]

    @Test(arguments: reads)
    func `a client reads what hangs on the bus`(_ read: String, _ answer: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                board: Self.board,
                steps:
                    "connect, {write: \"0d 01 48 fe ff 01 00\"}, {write: \"\(read)\"}, {wait: 1 s}",
                """
                world:
                  {temperature: 21.5 degC, pressure: 1000 hPa, humidity: 60 %, light: 400 lx,
                   nearest-object: 25 cm}
                expect: [{within: 60 s, notification: {bytes: "\(answer)", exactly: 1}}]
                """))
        #expect(play.result.passed, "\(play.failure ?? "")")
    }

    @Test func `a missing device is traced`() throws {
        let play = try RunBench(
            RunBench.scenario(steps: "connect, {write: \"0d 81 50 00 03 01\"}, {wait: 1 s}"))
        #expect(play.trace.contains { $0.contains("ignored: no device answers at I2C 50") })
    }

    @Test func `light and distance reach the boards that see them`() throws {
        let text = """
            version: 1
            world: {light: 1 klx, light-colour: incandescent}
            boards:
              - {name: room, model: MetaEnvironment, sensors: ideal}
              - {name: door, model: MetaDetector, sensors: ideal}
            inputs:
              - {at: 3 s, board: room, light-colour: shade}
              - {at: 3 s, board: door, nearest-object: {to: 10 cm, over: 1 s}}
              - {at: 6 s, board: door, nearest-object: 20 cm}
            clients:
              - name: a
                steps:
                  - connect: {board: room}
                  - {board: room, write: "17 81"}
                  - {wait: 4 s}
                  - {board: room, write: "17 81"}
                  - {wait: 1 s}
              - name: b
                steps:
                  - connect: {board: door}
                  - {board: door, write: "18 02 ff 08 20"}
                  - {board: door, write: "18 81"}
                  - {wait: 4 s}
                  - {board: door, write: "18 81"}
                  - {wait: 3 s}
                  - {board: door, write: "18 81"}
                  - {wait: 1 s}
            """
        let play = try RunBench(text)
        func colours() -> [[Int]] {
            play.trace.filter { $0.contains("< 17 81") }.map { line in
                line.split(separator: " ").drop { $0 != "17" }.dropFirst(2).prefix(8)
                    .compactMap { Int($0, radix: 16) }
            }
        }
        let seen = colours()
        try #require(seen.count == 2 && seen.allSatisfy { $0.count == 8 })
        // Red is more than blue at first, less in the end.
        #expect(seen[0][2] > seen[0][6])
        #expect(seen[1][2] < seen[1][6])
        for answer in ["< 18 81 00 00", "< 18 81 08 02", "< 18 81 82 00"] {
            #expect(play.trace.contains { $0.contains(answer) }, "\(answer)")
        }
    }

    /// A cap is no MetaWear board.
    static let models = BoardModel.allCases.filter { $0 != .triki }

    @Test(arguments: models)
    func `every model is a profile`(_ model: BoardModel) throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: \(model.rawValue)}",
                steps: "connect, initialise, {read: {temperature: 0}}"))
        #expect(play.failure == nil)
        #expect(play.run.scenario.boards[0].profile?.name == model.rawValue)
    }

    @Test func `every profile is a model`() {
        #expect(Self.models.map(\.rawValue) == BoardProfile.all.map(\.name))
    }
}
