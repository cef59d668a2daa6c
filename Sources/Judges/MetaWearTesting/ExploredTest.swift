import Declaration
import Exploration
import Foundation
import MetaWearProtocol
import MetaWearScenario
import Report
import ScenarioFile
import ScenarioRun
import YAML

/// A test that is run in the worlds of a scenario.
struct ExploredTest: Sendable {
    let file: String
    let options: ExplorationOptions
    let root: Node
    let seed: UInt64
    private let boards: [String]

    /// - Throws: `MWError.operationFailed`.
    init(file: String, _ options: ExplorationOptions) throws {
        (self.file, self.options) = (file, options)
        let unknown = (options.faults ?? []).subtracting(Trouble.names).sorted()
        guard unknown.isEmpty else {
            throw MWError.operationFailed(
                "there is no kind of fault named \(unknown.joined(separator: ", ")); there are "
                    + Trouble.names.joined(separator: ", "))
        }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw MWError.operationFailed("\(file): the scenario cannot be read")
        }
        do {
            let scenario = try ScenarioFile(
                reading: Array(data), file: file, vocabulary: .firmware)
            root = try Node(parsing: Array(data)).withoutClients
            boards = scenario.boards.map(\.name)
            seed = UInt64(scenario.seed)
        } catch {
            throw MWError.operationFailed("\(error)")
        }
    }

    /// What the file is about, without the clients of its own.
    func scenario(_ root: Node) throws -> ScenarioFile {
        try ScenarioFile(root: root, file: file, vocabulary: .firmware)
    }

    /// Plays the worlds that a search asks for, one after the other.
    ///
    /// - Throws: `CancellationError`.
    func search(
        _ play: (Exploration.Run) async -> WorldOutcome
    ) async throws -> SearchResult {
        let queue = WorldQueue()
        defer { queue.close() }
        // It waits for each world, which a task must not do.
        let thread = Thread { queue.finish(search(queue)) }
        thread.stackSize = 8 << 20
        thread.start()
        for await run in queue.runs { queue.answer(await play(run)) }
        guard let result = queue.result else { throw CancellationError() }
        return result
    }

    private func search(_ queue: WorldQueue) -> SearchResult {
        let exploration = Exploration(
            root, boards: boards, seed: seed, canPlay: { (try? scenario($0)) != nil },
            isOver: { queue.isOver }, isFull: { _ in false }, play: queue.play)
        if exploration.begin() {
            exploration.search(
                kinds: options.faults, depth: options.depth, most: options.worlds)
            exploration.explain()
        }
        let scenarios = exploration.groups.map {
            $0.smallest.applied(to: root, boards: boards).block()
        }
        let names = scenarios.indices.map { index in
            options.folder.map { name(index, in: $0) }
        }
        let report = ExplorationReport(
            exploration, file: file, known: [], names: names,
            replay: { "ScenarioDesk(file: \"\($0)\")" })
        return SearchResult(
            failure: report.passed ? nil : report.text(.text), scenarios: scenarios)
    }

    /// Writes the scenarios that replay the failures, if there is a folder for them.
    func write(_ scenarios: [String]) throws {
        guard let folder = options.folder, !scenarios.isEmpty else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, text) in scenarios.enumerated() {
            try Data(text.utf8).write(to: URL(filePath: name(index, in: folder)))
        }
    }

    private func name(_ index: Int, in folder: String) -> String {
        "\(folder)/failure-\(index + 1).yaml"
    }
}

/// What a search found.
struct SearchResult: Sendable {
    /// The report, if something failed.
    var failure: String?
    /// That replay the failures, in their order.
    var scenarios: [String]
}

extension Node {
    /// The test is the client, and its expectations count.
    fileprivate var withoutClients: Node {
        guard case .mapping(var entries) = content else { return self }
        entries.removeAll { $0.name == "clients" || $0.name == "expect" }
        return Node(.mapping(entries), mark: mark)
    }
}
