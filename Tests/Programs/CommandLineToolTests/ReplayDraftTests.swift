import CommandLineProgram
import Declaration
import Foundation
import Testing

@testable import CommandLineTool

/// Scenarios and conformance cases that are made from captures.
@Suite struct ReplayDraftTests {
    private static let scenario = """
        version: 1
        boards: [{name: wrist, model: MetaMotion S, motion: [{rest: 1 s}, {shake: {rate: 2 Hz, for: 3 s}}]}]
        faults: [{at: 12 s, link-loss: 5 s}]
        clients:
          - name: phone
            steps:
              - connect: {interval: 30 ms, latency: 2, timeout: 2 s}
              - initialise
              - configure: {accelerometer: {rate: 50 Hz}, gyroscope: {rate: 50 Hz}}
              - stream: {signals: [acceleration, rotation], for: 3 s}
              - wait-disconnect: 30 s
              - reconnect
              - read: battery
              - disconnect
        """
    private static let capture = Result { try OwnCapture("s.yaml", text: scenario) }

    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "boardsim-replay-\(UUID().uuidString)").path()

    /// The files in the test's folder.
    private func run(
        _ words: [String]
    ) -> (status: CommandLineProgram.ExitStatus, out: String) {
        var out = ""
        let console = Console(
            write: { out += $0 }, complain: { out += $0 },
            read: { path throws(FileError) in
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw FileError(path: path, reason: "No such file or directory")
                }
                return Array(data)
            }, save: { _, _ throws(FileError) in })
        return (Tool.run(words, console), out)
    }

    /// Makes the drafts, and takes their folder away afterwards.
    private func withDrafts(_ body: (_ scenario: String, _ cases: String) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: "\(folder)/cases", withIntermediateDirectories: true)
        let (status, _, err) = OwnCapture.replay(
            try Self.capture.get().recorded,
            ["--scenario", "\(folder)/s.yaml", "--cases", "\(folder)/cases/c.yaml"])
        #expect(status == .success, "\(err)")
        try body(
            try String(contentsOfFile: "\(folder)/s.yaml", encoding: .utf8),
            try String(contentsOfFile: "\(folder)/cases/c.yaml", encoding: .utf8))
    }

    @Test func `the scenario of a capture can be run, and its cases pass`() throws {
        try withDrafts { _, cases in
            let (status, out) = run(["run", "\(folder)/s.yaml"])
            #expect(status == .success, "\(out)")
            let recording = try String(contentsOfFile: "\(folder)/s.csv", encoding: .utf8)
            #expect(recording.split(separator: "\n").count > 90)
            let judged = run([
                "conformance", "--cases", "\(folder)/cases", "--model", "MetaMotion S",
            ])
            #expect(judged.status == .success, "\(judged.out)")
            let passed = try #require(judged.out.firstMatch(of: /(\d+) of (\d+) passed/))
            #expect(passed.1 == passed.2 && (Int(passed.1) ?? 0) > 20, "\(judged.out)")
            // The capture, and no mark of ours: no person has read it.
            #expect(cases.contains(/source: "capture a, [0-9a-f]{16} \(draft\)"/), "\(cases)")
            #expect(!cases.contains("(wire)"))
        }
    }

    @Test func `each link of the scenario has the parameters of the captured one`() throws {
        try withDrafts { scenario, _ in
            let links = scenario.matches(
                of: /- connect: \{interval: 30.0 ms, latency: 2, timeout: 2000 ms/)
            #expect(links.count == 2, "\(scenario)")
            #expect(!scenario.contains("- reconnect"))
        }
    }

    @Test func `reads of registers are steps that need an answer`() throws {
        try withDrafts { scenario, _ in
            #expect(scenario.contains("- read: {register: \"11 8c\"}"), "\(scenario)")
            #expect(!scenario.contains("- write: 11 8c"))
        }
    }

    @Test func `the scenario fails if a stream brings less than the captured one`() throws {
        try withDrafts { scenario, _ in
            #expect(
                scenario.contains(
                    /acceleration arrives as in the capture, .*notification: \{bytes: "03 04 ..", at-least: \d+, at-most: \d+\}/
                ), "\(scenario)")
            // The accelerometer is never started.
            let changed = scenario.replacing("write: 03 01 01", with: "write: 03 01 00")
            #expect(changed != scenario)
            try changed.write(toFile: "\(folder)/s.yaml", atomically: true, encoding: .utf8)
            let (status, out) = run(["run", "\(folder)/s.yaml"])
            #expect(status == .failed, "\(out)")
        }
    }
}
