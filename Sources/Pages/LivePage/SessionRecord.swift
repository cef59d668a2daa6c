import ScenarioFile
import Simulation
import YAML

/// What a person, or a program, did in a session, in the words of a scenario file.
package struct SessionRecord {
    /// One entry of a list.
    package struct Entry {
        package let list: Action.List
        package let time: Instant
        let board: String
        /// `button: press`; of a path, its goals so far.
        let key: String
        fileprivate(set) var value: Node

        /// As it is written.
        var node: Node {
            Node([("at", Node((time - .zero).written)), ("board", Node(board)), (key, value)])
        }
    }

    /// In the order of time.
    package private(set) var entries: [Entry] = []
    /// The hand that drags each board: where its path is among the entries.
    private var paths: [Int: Int] = [:]
    /// The goals of the open paths: added to their entries when they are written.
    private var goals: [Int: [Node]] = [:]
    /// A longer path is continued by another one.
    static let mostGoals = 10_000

    /// How many commands there were.
    private(set) var count = 0
    /// The last one in words.
    private(set) var last: String?

    /// Nothing was done yet.
    package init() {}

    /// Adds what was done to a board, by its name.
    package mutating func add(_ action: Action, to board: String, at time: Instant) {
        add(
            Entry(
                list: action.list, time: time, board: board, key: action.key, value: action.value),
            "\(board): \(action.words)")
    }

    private mutating func add(_ entry: Entry, _ words: String) {
        entries.append(entry)
        count += 1
        last = words
    }

    /// When the path of a board began that its next goal belongs to; nil for a new one.
    func pathBegan(_ board: Int) -> Instant? {
        guard let place = paths[board], goals[board, default: []].count < Self.mostGoals else {
            return nil
        }
        return entries[place].time
    }

    /// Adds a goal to the path of a board, which begins with it if none is open.
    mutating func lead(_ board: Int, _ name: String, _ goal: HandGoal, at time: Instant) {
        if pathBegan(board) == nil {
            endPath(board)
            paths[board] = entries.count
            goals[board] = []
            add(
                Entry(list: .inputs, time: time, board: name, key: "path", value: Node([Node]())),
                "drag \(name)")
        }
        let began = pathBegan(board) ?? time
        let after = time > began ? [("after", Node((time - began).written))] : []
        goals[board, default: []].append(Node(after + goal.entries))
    }

    /// The hand lets go.
    mutating func endPath(_ board: Int) {
        guard let place = paths.removeValue(forKey: board) else { return }
        entries[place].value = Node(goals.removeValue(forKey: board) ?? [])
    }

    /// The entries of a list, with open paths as they are by now.
    func entries(of list: Action.List) -> [Node] {
        var entries = entries
        for (board, place) in paths { entries[place].value = Node(goals[board] ?? []) }
        return entries.filter { $0.list == list }.map(\.node)
    }
}

extension SessionRecord {
    /// The scenario with everything that was done, as it was until `now`.
    ///
    /// - Parameters:
    ///   - source: the file that was run.
    ///   - seed: of the run.
    ///   - hasClients: whether the file's clients took part.
    ///   - isJudged: whether the file's expectations were about this run.
    ///   - now: its end; nil if it ends as the file says.
    package func scenario(
        from source: [UInt8], seed: UInt64, hasClients: Bool, isJudged: Bool = false,
        deadline: Nanoseconds, until now: Instant?
    ) throws(YAMLError) -> String {
        let root = try Node(parsing: source)
        guard case .mapping(let entries) = root.content else { return "" }
        var replaced: [(String, Node)] = []
        replaced.append(("seed", Node("\(seed)")))
        if let now {
            replaced.append(("duration", Node((now - .zero).written)))
            if now - .zero > deadline {
                replaced.append(("deadline", Node((now - .zero).written)))
            }
        }
        for list in Action.List.allCases {
            var items: [Node] = []
            if case .sequence(let known)? = entries.first(where: { $0.name == list.rawValue })?
                .value.content
            {
                items = known
            }
            items += self.entries(of: list)
            if !items.isEmpty { replaced.append((list.rawValue, Node(items))) }
        }
        // Without them, what must hold was said of another run.
        var gone: Set<String> = isJudged && hasClients ? [] : ["expect"]
        if !hasClients { gone.insert("clients") }
        gone.formUnion(replaced.map(\.0))
        let kept = Self.text(source, of: root, entries, without: gone)
        return kept
            + "\n# What was done in the session\(now == nil ? "" : ", and how long it lasted").\n"
            + Node(replaced).block()
    }

    /// A scenario's text with another list of a key; the other keys keep their comments.
    static func text(
        _ source: [UInt8], replacing key: String, _ change: (inout [Node]) -> Void
    ) throws(YAMLError) -> [UInt8] {
        let root = try Node(parsing: source)
        guard case .mapping(let entries) = root.content else { return source }
        var items = root[key]?.items ?? []
        change(&items)
        let kept = text(source, of: root, entries, without: [key])
        return Array((kept + (items.isEmpty ? "" : Node([(key, Node(items))]).block())).utf8)
    }

    /// The text of the other keys, with its comments; written anew if they do not begin lines.
    private static func text(
        _ source: [UInt8], of root: Node, _ entries: [Node.Entry], without gone: Set<String>
    ) -> String {
        let lines = String(decoding: source, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let starts = entries.map(\.mark.line)
        guard entries.allSatisfy({ $0.mark.column == 1 }), Set(starts).count == starts.count,
            source.first != UInt8(ascii: "{"), starts == starts.sorted()
        else {
            return Node(entries.filter { !gone.contains($0.name) }.map { ($0.name, $0.value) })
                .block()
        }
        var kept = lines.prefix(max(0, (starts.first ?? 1) - 1)).map(String.init)
        for (index, entry) in entries.enumerated() where !gone.contains(entry.name) {
            let end = index + 1 < starts.count ? starts[index + 1] - 1 : lines.count
            kept += lines[(starts[index] - 1)..<end].map(String.init)
        }
        while kept.last?.allSatisfy(\.isWhitespace) == true { kept.removeLast() }
        return kept.joined(separator: "\n") + "\n"
    }
}

extension Nanoseconds {
    /// In seconds, to the nanosecond: `12.345678901 s`.
    var written: String {
        var text = "\(self)".dropLast(2)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return String(text) + " s"
    }
}
