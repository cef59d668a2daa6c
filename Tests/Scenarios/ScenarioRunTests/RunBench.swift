import Pairing
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// A scenario that is run in a test, in virtual time, as fast as it goes.
struct RunBench {
    var run: ScenarioRun
    var result: RunResult
    var trace: [String]

    /// - Parameters:
    ///   - text: the file.
    ///   - seed: in place of the file's.
    ///   - duration: in place of the file's.
    ///   - interruption: when somebody ends it.
    ///   - files: what the scenario names.
    ///   - folder: where it stands.
    ///   - cryptography: without it nobody pairs.
    init(
        _ text: String, seed: UInt64? = nil, duration: Nanoseconds? = nil,
        interruption: Nanoseconds? = nil, files: [String: String] = [:], folder: String = "dir",
        cryptography: (any Cryptography)? = nil
    ) throws {
        let scenario = try ScenarioFile(
            reading: Array(text.utf8), file: folder + "/t.yaml", vocabulary: .firmware)
        let lines = Lines()
        var options = RunOptions(seed: seed, duration: duration)
        options.cryptography = cryptography
        options.keepsSamples = true
        options.traceSink = { lines.all.append($0) }
        options.readFile = { name in
            files[name].map { .success(Array($0.utf8)) } ?? .failure("No such file or directory")
        }
        run = try ScenarioRun(
            scenario, text: Array(text.utf8), file: folder + "/t.yaml", options: options)
        if let interruption {
            run.advance(to: .zero + interruption)
        } else {
            while !run.advance(to: run.simulation.now + .seconds(3600)) {}
        }
        result = try run.finish(interrupted: interruption != nil)
        trace = lines.all
        Self.checkCounts(result)
    }

    /// Nothing that a board made is unaccounted for, in whatever run.
    static func checkCounts(_ result: RunResult) {
        for board in result.boards {
            #expect(
                board.notificationsMade
                    == board.notificationsSent + board.notificationsDropped
                    + board.notificationsDiscarded, "\(board.name)")
        }
    }

    private final class Lines { var all: [String] = [] }

    /// One board at rest with sensors that only quantize, and one client.
    ///
    /// - Parameter more: top-level keys and what belongs to them.
    static func scenario(
        board: String = "{name: wrist, model: MetaMotion S, sensors: ideal}", steps: String = "",
        _ more: String = ""
    ) -> String {
        "version: 1\nseed: 11\nboards: [\(board)]\n"
            + (steps.isEmpty ? "" : "clients: [{name: phone, steps: [\(steps)]}]\n") + more
    }

    var steps: [StepResult] { result.clients.first?.steps ?? [] }

    /// Why the first step that failed did.
    var failure: String? {
        for step in steps {
            if case .failed(let why) = step.outcome { return why }
        }
        return nil
    }

    func series(_ signal: String, _ source: Series.Source = .stream) throws -> Series {
        try #require(
            result.clients.flatMap(\.series).first { $0.signal == signal && $0.source == source })
    }

    func traces(_ text: String) -> Int { trace.count { $0.contains(text) } }
}

extension ScenarioFile {
    /// A scenario in a test.
    init(_ text: String, vocabulary: Vocabulary = Vocabulary()) throws(ScenarioError) {
        try self.init(reading: Array(text.utf8), file: "t", vocabulary: vocabulary)
    }
}
