import Declaration
import YAML

/// Something that is done to a board: an entry of a scenario's `inputs` or `faults` without its
/// time, such as `button: press`.
///
/// Pages, `boardsim serve` and Python send it as JSON; a saved session has it as it was sent.
package struct Action {
    /// The lists of a scenario that actions belong to.
    package enum List: String, CaseIterable, Sendable {
        case inputs, faults
    }

    /// What it does; its key decides.
    package enum Kind {
        case input(any InputKind), fault(any FaultKind)
    }

    package let kind: Kind
    /// `button`.
    package let key: String
    /// `press`, as a scenario has it.
    package let value: Node

    /// Reads an action on a board of a scenario, by the board's index.
    ///
    /// - Throws: everything that is wrong with it, each with its key; the places of these problems
    ///   have no meaning.
    package init(_ node: Node, on board: Int, of scenario: ScenarioFile) throws(ScenarioError) {
        let (key, value) = Self.entry(of: node)
        let reader = Reader()
        guard let read = ActionEntry.read(node, reader)?.kind, let kind = Self.kind(read),
            reader.problems.isEmpty
        else { throw ScenarioError(file: "", problems: reader.problems.map { $0.of(key) }) }
        scenario.check(read, of: board, reader)
        guard reader.problems.isEmpty else {
            throw ScenarioError(file: "", problems: reader.problems)
        }
        (self.kind, self.key, self.value) = (kind, key, value)
    }

    package var list: List {
        switch kind {
        case .input: .inputs
        case .fault: .faults
        }
    }

    /// For a person: `press the button`.
    package var words: String {
        switch kind {
        case .input(let input): input.words
        case .fault(let fault): fault.words
        }
    }

    /// The only key with its value; a word alone is a key without a value.
    private static func entry(of node: Node) -> (key: String, value: Node) {
        let none = Node([(String, Node)]())
        switch node.content {
        case .mapping(let entries):
            guard let entry = entries.first else { return ("", none) }
            return (entry.name, entry.value.isNull ? none : entry.value.plain)
        case .scalar(let word, _): return (word, none)
        case .sequence: return ("", none)
        }
    }

    private static func kind(_ kind: any Alternative) -> Kind? {
        if let input = kind as? any InputKind { return .input(input) }
        return (kind as? any FaultKind).map { .fault($0) }
    }
}

/// What the JSON Schema of an action describes.
package struct ActionEntry: Section {
    package var kind: any Alternative = LightColour.daylight

    package init() {}

    package static let keys = Keys(Self(), "action") { keys in
        keys.about =
            "Something that is done to a board: an entry of `inputs` or `faults` without its time."
        keys.exactlyOne(\.kind, of: cases)
    }

    package static let cases = Cases<any Alternative>(
        "kind of action",
        Input.kinds.map { $0 as any Alternative.Type } + Fault.kinds.map { $0 }, as: { $0 }
    ) { $0.read($1, $2) }
}

extension Problem {
    /// A value that is written alone does not say which key it belongs to.
    fileprivate func of(_ key: String) -> Problem {
        guard ActionEntry.cases.names.contains(key) else { return self }
        var problem = self
        problem.message = "\(key): \(message)"
        return problem
    }
}

extension Node {
    /// The same without quotes around texts that mean the same without them, as people write them.
    fileprivate var plain: Node {
        switch content {
        case .scalar(let text, _):
            let isOther = Double(text) != nil || ["", "~", "null", "true", "false"].contains(text)
            return isOther ? self : Node(text)
        case .sequence(let items): return Node(items.map(\.plain))
        case .mapping(let entries): return Node(entries.map { ($0.name, $0.value.plain) })
        }
    }
}
