import JSON
import LibCrypto
import PageModel
import ScenarioFile
import ScenarioRun
import Simulation
import Testing

@testable import Declaration
@testable import LivePage

/// A page over a scenario in a test, without a browser and without a wall clock.
final class LiveBench {
    let page: LivePage
    private let lines = Lines()

    private final class Lines { var all: [String] = [] }

    init(_ text: String, files: [String: String] = [:], hasClients: Bool = true) throws {
        var scenario = try ScenarioFile(
            reading: Array(text.utf8), file: "dir/t.yaml", vocabulary: .firmware)
        scenario.expect = []
        if !hasClients { scenario.clients = [] }
        var options = Self.options(files, lines)
        options.isOpenEnded = true
        let run = try ScenarioRun(
            scenario, text: Array(text.utf8), file: "dir/t.yaml", options: options)
        options.traceSink = nil
        page = LivePage(
            run, source: Array(text.utf8), file: "dir/t.yaml", hasClients: hasClients
        ) { [options] source throws(RunError) in
            try Self.run(source, hasClients, options)
        }
        page.makeJudged = { [options] source throws(RunError) in
            var options = options
            options.isOpenEnded = false
            return try Self.run(source, hasClients, options, isJudged: true)
        }
    }

    private static func run(
        _ source: LiveSource, _ hasClients: Bool, _ options: RunOptions, isJudged: Bool = false
    ) throws(RunError) -> ScenarioRun {
        let text = source.text
        var scenario: ScenarioFile
        do throws(ScenarioError) {
            scenario = try ScenarioFile(reading: text, file: "dir/t.yaml", vocabulary: .firmware)
        } catch {
            throw RunError(.input, "\(error)")
        }
        if !isJudged { scenario.expect = [] }
        if !hasClients { scenario.clients = [] }
        return try ScenarioRun(scenario, text: text, file: "dir/t.yaml", options: options)
    }

    private static func options(_ files: [String: String], _ lines: Lines) -> RunOptions {
        var options = RunOptions()
        options.cryptography = OpenSSL()
        options.traceSink = { lines.all.append($0) }
        options.readFile = { name in
            files[name].map { .success(Array($0.utf8)) } ?? .failure("No such file or directory")
        }
        return options
    }

    var trace: [String] { lines.all }

    /// The trace of a scenario that is run from its file.
    static func trace(of text: String, files: [String: String] = [:]) throws -> [String] {
        let scenario = try ScenarioFile(
            reading: Array(text.utf8), file: "dir/t.yaml", vocabulary: .firmware)
        let lines = Lines()
        let run = try ScenarioRun(
            scenario, text: Array(text.utf8), file: "dir/t.yaml", options: options(files, lines))
        while !run.advance(to: run.simulation.now + .seconds(3600)) {}
        return lines.all
    }

    @discardableResult
    func does(
        _ name: String, _ arguments: KeyValuePairs<String, JSONValue> = [:]
    ) throws -> JSONValue? {
        try page.perform(PageCommand(name, .object(arguments.map { ($0.key, $0.value) })))
    }

    /// Why a command is refused.
    func refusal(
        _ name: String, _ arguments: KeyValuePairs<String, JSONValue> = [:]
    ) -> String? {
        do throws(PageError) {
            _ = try page.perform(
                PageCommand(name, .object(arguments.map { ($0.key, $0.value) })))
            return nil
        } catch {
            return error.description
        }
    }

    /// Does something to a board, written as JSON.
    func acts(_ action: String, board: Int = 0, browser: Int = 0) throws {
        let action = try JSONValue(reading: action.utf8)
        _ = try page.perform(
            PageCommand(
                "do", .object([("do", action), ("board", .integer(board))]), browser: browser))
    }

    /// Why an action is refused.
    func refusal(of action: String, board: Int = 0) throws -> String? {
        do {
            try acts(action, board: board)
            return nil
        } catch let error as PageError {
            return error.description
        }
    }

    func runs(_ seconds: Double) {
        page.advance(to: page.run.now + .seconds(seconds))
    }

    /// A value of the state: `boards/0/led/rgb`.
    func state(_ path: String) -> JSONValue? {
        path.split(separator: "/").reduce(.some(page.state())) { value, key in
            value?[String(key)]
        }
    }

    func number(_ path: String) -> Double? {
        switch state(path) {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    func text(_ path: String) -> String? {
        if case .string(let text) = state(path) { text } else { nil }
    }

    func flag(_ path: String) -> Bool? {
        if case .bool(let flag) = state(path) { flag } else { nil }
    }

    func numbers(_ path: String) -> [Double] {
        guard case .array(let items) = state(path) else { return [] }
        return items.compactMap {
            switch $0 {
            case .number(let value): value
            case .integer(let value): Double(value)
            default: nil
            }
        }
    }
}
