import CommandLineProgram
import Declaration
import MetaWearBoard
import ScenarioFile
import ScenarioRun
import Simulation

/// What long runs, many boards and full logs cost, as scenarios play them.
enum ScaleBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        do {
            return [
                try hourOfStream(), try oneMoreBoard(), try connecting(),
            ] + (try manyBoards()) + (try filledLog()) + (try recordedLog())
        } catch {
            console.complain("\(error)\n")
            return []
        }
    }

    private static func run(
        boards: Int, settings: String = "", _ steps: (Int) -> String
    ) throws -> ScenarioRun {
        let (scenario, text) = try Self.scenario(boards: boards, settings: settings, steps)
        return try ScenarioRun(scenario, text: text, file: "bench.yaml")
    }

    private static func scenario(
        boards: Int, settings: String = "", _ steps: (Int) -> String
    ) throws -> (ScenarioFile, text: [UInt8]) {
        var text = "version: 1\nseed: 3\ndeadline: 40 d\nboards:\n"
        for i in 0..<boards { text += "  - {name: b\(i), model: MetaMotion S\(settings)}\n" }
        text += "clients:\n"
        for i in 0..<boards { text += "  - {name: c\(i), steps: [\(steps(i))]}\n" }
        let bytes = Array(text.utf8)
        return (
            try ScenarioFile(reading: bytes, file: "bench.yaml", vocabulary: .firmware), bytes
        )
    }

    private static func stream(_ board: Int) -> String {
        "connect: {board: b\(board)}, initialise, stream: [acceleration], wait: 30 d"
    }

    /// The second hour of a stream: whatever the first one needs is there.
    private static func hourOfStream() throws -> Measurement {
        let run = try run(boards: 1, stream)
        run.advance(to: .zero + .seconds(3600))
        let before = Benchmarks.heapBytes
        run.advance(to: .zero + .seconds(7200))
        return Measurement(
            name: "one more hour of a stream at 100 Hz, memory",
            value: Double(Benchmarks.heapBytes - before) / 1024, unit: "KiB", bound: .atMost(16))
    }

    /// With a client of its own that streams for a minute.
    private static func oneMoreBoard() throws -> Measurement {
        func bytes(_ boards: Int) throws -> Int {
            let before = Benchmarks.heapBytes
            let run = try run(boards: boards, stream)
            run.advance(to: .zero + .seconds(20))
            return Benchmarks.heapBytes - before
        }
        let few = try bytes(50)
        let many = try bytes(250)
        return Measurement(
            name: "one more board of a scenario, with a client that streams, memory",
            value: Double(many - few) / 200 / 1024, unit: "KiB", bound: .atMost(100))
    }

    /// As the program runs them: a board costs the same in a crowd.
    private static func manyBoards() throws -> [Measurement] {
        func milliseconds(_ boards: Int, over seconds: Int64) throws -> Double {
            let (scenario, text) = try Self.scenario(boards: boards, stream)
            guard let run = try DividedRun(scenario, text: text, file: "bench.yaml") else {
                return .infinity
            }
            run.advance(to: .zero + .seconds(5))
            let start = Pacer.processorSeconds
            for second in 1...seconds { run.advance(to: .zero + .seconds(5 + second)) }
            let spent = Pacer.processorSeconds - start
            return spent / Double(boards) / Double(seconds) * 60 * 1000
        }
        let few = try milliseconds(100, over: 30)
        let many = try milliseconds(1_000, over: 6)
        let most = try milliseconds(10_000, over: 2)
        let work = try minute()
        return [
            Measurement(
                name: "a minute of one of 1,000 boards that stream at 100 Hz", value: many,
                unit: "ms", bound: .atMost(9), floor: work),
            Measurement(
                name: "a minute of one of 10,000 boards that stream at 100 Hz", value: most,
                unit: "ms", bound: .atMost(9), floor: work),
            Measurement(
                name: "one of 10,000 boards against one of 100", value: most / few, unit: "x",
                bound: .atMost(1.5)),
        ]
    }

    /// A minute of one board alone, whose run counts its events.
    private static func minute() throws -> Work {
        let run = try run(boards: 1, stream)
        run.advance(to: .zero + .seconds(5))
        let first = run.simulation.clock.handled
        run.advance(to: .zero + .seconds(65))
        return Work(
            events: Double(run.simulation.clock.handled - first), bytes: 10 * 6_000,
            products: 2 * 6_000)
    }

    /// All at once: a listener must not slow down listeners for another board.
    private static func connecting() throws -> Measurement {
        let run = try run(boards: 3000) { "connect: {board: b\($0)}, wait: 30 d" }
        let start = Pacer.processorSeconds
        let first = run.simulation.clock.handled
        run.advance(to: .zero + .seconds(3))
        return Measurement(
            name: "connecting one of 3,000 boards that connect at once",
            value: (Pacer.processorSeconds - start) / 3000 * 1000, unit: "ms", bound: .atMost(1),
            floor: Work(events: Double(run.simulation.clock.handled - first)) / 3000)
    }

    private static func filledLog() throws -> [Measurement] {
        let before = Benchmarks.heapBytes
        let start = Pacer.processorSeconds
        let run = try run(boards: 1, settings: ", log-fill: 99 %") {
            "connect: {board: b\($0)}, initialise, clear-log"
        }
        // The host has not connected yet.
        run.advance(to: .zero + .milliseconds(1))
        let bytes = Benchmarks.heapBytes - before
        while !run.advance(to: run.simulation.now + .seconds(60)) {}
        return [
            Measurement(
                name: "a board with `log-fill: 99 %`, made, cleared",
                value: Pacer.processorSeconds - start, unit: "s", bound: .atMost(1)),
            Measurement(
                name: "a board with `log-fill: 99 %`, memory", value: Double(bytes) / 1_048_576,
                unit: "MiB", bound: .atMost(32)),
        ]
    }

    /// A million entries of two sensors; of the 65 million of a full log of a MetaMotion S each
    /// million costs the same.
    private static func recordedLog() throws -> [Measurement] {
        let before = Benchmarks.heapBytes
        let run = try run(boards: 1) {
            "connect: {board: b\($0), interval: 7.5 ms}, initialise, log: {acceleration: 1600 Hz,"
                + " rotation: 1600 Hz}, wait: 160 s, stop-log, wait-until: 200 s, download: 1 d"
        }
        run.advance(to: .zero + .seconds(200))
        let start = Pacer.processorSeconds
        let first = run.simulation.clock.handled
        var most = Benchmarks.heapBytes
        while !run.advance(to: run.simulation.now + .seconds(20)) {
            most = max(most, Benchmarks.heapBytes)
        }
        let seconds = Pacer.processorSeconds - start
        let entries = Double((run.boards[0] as? MetaWearBoard)?.flash.log.recordedEntries ?? 0)
        return [
            Measurement(
                name: "download of a recorded log, a million entries",
                value: seconds / entries * 1e6, unit: "s", bound: .atMost(1.3),
                // Each entry is sent once and kept once.
                floor: Work(
                    events: Double(run.simulation.clock.handled - first), bytes: entries * (9 + 8))
                    / (entries / 1e6)),
            Measurement(
                name: "download of a recorded log, memory against its size",
                value: Double(most - before) / (entries * 8), unit: "x", bound: .atMost(1.2)),
        ]
    }
}
