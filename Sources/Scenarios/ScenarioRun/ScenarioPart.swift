import ScenarioFile
import ScriptedClient

/// Some boards of a scenario with their clients and expectations, independent of all others.
struct ScenarioPart {
    var scenario: ScenarioFile
    /// Indices in the whole scenario, in ascending order.
    var boards: [Int]
    var clients: [Int]
    var expectations: [Int]

    init(whole scenario: ScenarioFile) {
        self.scenario = scenario
        boards = Array(scenario.boards.indices)
        clients = Array(scenario.clients.indices)
        expectations = Array(scenario.expect.indices)
    }

    /// Nothing yet, in the world of `scenario`.
    fileprivate init(worldOf scenario: ScenarioFile) {
        self.scenario = scenario
        self.scenario.boards = []
        self.scenario.clients = []
        self.scenario.expect = []
        self.scenario.inputs = []
        self.scenario.faults = []
        (boards, clients, expectations) = ([], [], [])
    }
}

extension ScenarioFile {
    /// The scenario in parts of at least `size` boards, or of fewer for the last one; nil if it
    /// has to be run as a whole.
    ///
    /// Two boards belong together if a client uses both, or an expectation is about one and a
    /// client of the other. A scenario is run as a whole if something depends on all boards: a
    /// scan, peripherals, or an expectation about the trace.
    func parts(of size: Int) -> [ScenarioPart]? {
        guard boards.count > size, !clients.isEmpty, peripherals.isEmpty,
            !clients.flatMap(\.steps).contains(where: \.hearsAll),
            !expect.contains(where: \.needsTrace)
        else { return nil }
        var groups = BoardGroups(boards.count)
        let boardOfClient = clients.map { client in
            let places = client.steps.flatMap(\.boards).map(board)
            for place in places { groups.join(place, places[0]) }
            return places.first ?? 0
        }
        for item in expect where item.isOfClient {
            groups.join(board(item.board), boardOfClient[client(item.client)])
        }
        return parts(of: size, groups, boardOfClient)
    }

    private func parts(
        of size: Int, _ groups: BoardGroups, _ boardOfClient: [Int]
    ) -> [ScenarioPart]? {
        var members: [Int: [Int]] = [:]
        for place in boards.indices { members[groups.first(of: place), default: []].append(place) }
        var parts: [ScenarioPart] = []
        var partOfBoard = Array(repeating: 0, count: boards.count)
        for first in members.keys.sorted() {
            if parts.last.map({ $0.boards.count >= size }) ?? true {
                parts.append(ScenarioPart(worldOf: self))
            }
            for place in members[first] ?? [] { partOfBoard[place] = parts.count - 1 }
            parts[parts.count - 1].boards += members[first] ?? []
        }
        guard parts.count > 1 else { return nil }
        for index in parts.indices {
            parts[index].boards.sort()
            parts[index].scenario.boards = parts[index].boards.map { boards[$0] }
        }
        for (place, board) in boardOfClient.enumerated() {
            parts[partOfBoard[board]].clients.append(place)
        }
        for (place, item) in expect.enumerated() {
            let board =
                item.isOfClient ? boardOfClient[client(item.client)] : board(item.board)
            parts[partOfBoard[board]].expectations.append(place)
            parts[partOfBoard[board]].scenario.expect.append(item)
        }
        for item in inputs { parts[partOfBoard[board(item.board)]].scenario.inputs.append(item) }
        for item in faults { parts[partOfBoard[board(item.board)]].scenario.faults.append(item) }
        for index in parts.indices {
            parts[index].scenario.clients = parts[index].clients.map { clients[$0] }
        }
        return parts
    }
}

/// Which boards belong together; each group is identified by its first board.
private struct BoardGroups {
    private var parents: [Int]

    init(_ count: Int) { parents = Array(0..<count) }

    func first(of board: Int) -> Int {
        var board = board
        while parents[board] != board { board = parents[board] }
        return board
    }

    mutating func join(_ a: Int, _ b: Int) {
        let (first, second) = (first(of: a), first(of: b))
        parents[max(first, second)] = min(first, second)
    }
}
