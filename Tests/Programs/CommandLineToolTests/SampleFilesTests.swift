import Bluetooth
import Declaration
import Foundation
import Report
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import CommandLineTool

/// The samples of a run go to their files as they come.
@Suite struct SampleFilesTests {
    /// A folder of its own, taken away afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-samples-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try body(folder)
    }

    private static var series: Series {
        var series = Series(
            board: "wrist", signal: "acceleration", unit: "g", axes: ["x", "y", "z"],
            source: .stream, rate: 100)
        series.number = 0
        return series
    }

    private static func sample(_ n: Int) -> Series.Sample {
        let time = Instant.zero + Nanoseconds.milliseconds(Int64(10 * n))
        return Series.Sample(
            time: time, arrival: time, values: [0, 0.5, Double(n)], truth: [0, 0, 1])
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func `two runs into one folder do not mix their samples`() throws {
        try inFolder { folder in
            let both = [1, 2].map { _ in SampleFiles(directory: folder, hasPlots: false) }
            let sinks = try both.map { try #require($0.began(Self.series, number: 0, of: "phone")) }
            for n in 0..<1000 { for sink in sinks { sink.take(Self.sample(n)) } }
            #expect(try names(folder) == [".samples-1.part", ".samples-1.part-2"])

            var result = RunResult(
                scenario: "s", file: "s.yaml", scenarioHash: "", seed: 1, duration: .seconds(10),
                ending: .finished)
            var series = Self.series
            series.firstTime = .zero
            result.clients = [ClientResult(name: "phone", series: [series])]
            for files in both {
                let path = try #require(try files.keep(result).first)
                let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                #expect(lines.count == 1001)
            }
            #expect(try names(folder).count == 1)
        }
    }

    @Test func `lines are written while the run lasts, and get their name at its end`() throws {
        try inFolder { folder in
            let files = SampleFiles(directory: folder, hasPlots: true)
            let sink = try #require(files.began(Self.series, number: 0, of: "phone"))
            for n in 0..<1000 { sink.take(Self.sample(n)) }
            #expect(try names(folder) == [".samples-1.part"])
            let early = try Data(contentsOf: URL(filePath: folder + "/.samples-1.part"))
            #expect(early.count >= 32 << 10 && early.starts(with: Data("epoch (ms),".utf8)))

            var result = RunResult(
                scenario: "s", file: "s.yaml", scenarioHash: "", seed: 1, duration: .seconds(10),
                ending: .finished)
            var series = Self.series
            series.firstTime = .zero
            result.clients = [ClientResult(name: "phone", series: [series])]
            files.complete(&result)
            #expect(result.clients[0].series[0].samples.count == 1000)
            let paths = try files.keep(result)
            let left = try names(folder)
            #expect(paths.map { URL(filePath: $0).lastPathComponent } == left)
            series.samples = (0..<1000).map(Self.sample)
            let kept = try Data(contentsOf: URL(filePath: paths[0]))
            #expect(Array(kept) == MetaBaseCSV().bytes(series))
        }
    }

    @Test func `what is not kept is taken away`() throws {
        try inFolder { folder in
            do {
                let files = SampleFiles(directory: folder, hasPlots: false)
                let sink = try #require(files.began(Self.series, number: 0, of: "phone"))
                for n in 0..<1000 { sink.take(Self.sample(n)) }
                #expect(try names(folder).count == 1)
            }
            #expect(try names(folder).isEmpty)
        }
    }

    @Test func `sessions have the samples of all series, and get their names with them`() throws {
        try inFolder { folder in
            let files = SampleFiles(
                directory: folder, hasPlots: false, sessions: [.xdf, .mcap])
            var other = Self.series
            other.board = "ankle"
            let one = try #require(files.began(Self.series, number: 0, of: "phone"))
            let two = try #require(files.began(other, number: 1, of: "phone"))
            for n in 0..<1000 {
                one.take(Self.sample(n))
                two.take(Self.sample(n))
            }
            #expect(try names(folder).contains(".session.xdf.part"))
            var result = RunResult(
                scenario: "s", file: "s.yaml", scenarioHash: "", seed: 1, duration: .seconds(10),
                ending: .finished)
            result.clients = [ClientResult(name: "phone", series: [Self.series])]
            #expect(throws: RunError.self) { try files.keep(result) { _ in "it is read" } }
            #expect(try names(folder).filter { $0.hasPrefix(".session") }.isEmpty)
            let again = SampleFiles(directory: folder, hasPlots: false, sessions: [.xdf])
            #expect(try again.keep(result) == [folder + "/session.xdf"])
        }
    }

    @Test func `a folder that cannot be written to is reported`() throws {
        let files = SampleFiles(directory: "/nowhere/at/all", hasPlots: false)
        let sink = try #require(files.began(Self.series, number: 0, of: "phone"))
        for n in 0..<1000 { sink.take(Self.sample(n)) }
        var result = RunResult(
            scenario: "s", file: "s.yaml", scenarioHash: "", seed: 1, duration: .seconds(10),
            ending: .finished)
        result.clients = [ClientResult(name: "phone", series: [Self.series])]
        #expect(throws: RunError.self) { try files.keep(result) }
    }

    @Test func `a table of the truth has its own name, and goes if anything fails`() throws {
        try inFolder { folder in
            let files = SampleFiles(directory: folder, hasPlots: false)
            var truth = Self.series
            (truth.signal, truth.axes, truth.unit) = (
                Series.truthSignal, ["acceleration x (g)"], ""
            )
            let sink = try #require(files.truth(truth, board: 0))
            for n in 0..<1000 { sink.take(Self.sample(n)) }
            var result = RunResult(
                scenario: "s", file: "s.yaml", scenarioHash: "", seed: 1, duration: .seconds(10),
                ending: .finished)
            result.boards = [
                BoardResult(
                    name: "wrist", model: "MetaMotion S", firmware: "1.7.3",
                    address: Address(0xE8C9_8F52_7B07))
            ]
            #expect(throws: RunError.self) { try files.keep(result) { _ in "it is read" } }
            #expect(try names(folder).isEmpty)

            let others = SampleFiles(directory: folder, hasPlots: false)
            let again = try #require(others.truth(truth, board: 0))
            for n in 0..<1000 { again.take(Self.sample(n)) }
            _ = try others.keep(result)
            let name = "wrist_2026-01-01T00.00.00.000_E8C98F527B07_Truth_100.000Hz_1.7.3.csv"
            #expect(try names(folder) == [name])
            #expect(others.names(result).truths == [0: name])
            let text = try String(contentsOf: URL(filePath: "\(folder)/\(name)"), encoding: .utf8)
            #expect(text.hasPrefix("epoch (ms),time (00:00),elapsed (s),acceleration x (g)\n"))
            #expect(text.hasSuffix(",0.000000\n"))
        }
    }

    @Test func `without a folder or a plot no samples are collected`() {
        let files = SampleFiles(directory: nil, hasPlots: false)
        #expect(files.began(Self.series, number: 0, of: "phone") == nil)
    }
}
