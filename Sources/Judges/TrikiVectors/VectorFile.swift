import Wire
import YAML

/// One executed example: what went in and what came out.
package struct Vector: Sendable {
    /// As the file writes it: `S-036`.
    package var id: String
    /// The part that was executed.
    package var area: String
    /// What it shows.
    package var title: String
    /// What went in.
    var inputs: Fields
    /// What came out.
    var outputs: Fields
    /// Where it stands in the file.
    package var mark: Mark

    /// Whether it is of the newest version; else it is of the published documents.
    var isCurrent: Bool { id.hasPrefix("N") }
}

/// A file of vectors with its tolerances.
package struct VectorFile: Sendable {
    /// The vectors, in the order of the file.
    package var vectors: [Vector]
    /// Allowed difference of numbers.
    var doubleTolerance = 1e-6
    /// Allowed difference where the original calculates with 32 bits.
    var floatTolerance = 1e-4

    /// Reads the JSON of a file.
    package init(parsing bytes: [UInt8]) throws(VectorFileError) {
        let root: Node
        do throws(YAMLError) { root = try Node(parsing: bytes) } catch {
            throw VectorFileError("\(error.message)", at: error.mark)
        }
        guard let list = root["vectors"]?.list else {
            throw VectorFileError("there is no list `vectors`", at: root.mark)
        }
        vectors = []
        for node in list {
            guard let id = node["id"]?.text, let area = node["area"]?.text,
                let inputs = node["inputs"], let outputs = node["outputs"]
            else {
                throw VectorFileError(
                    "a vector needs `id`, `area`, `inputs` and `outputs`", at: node.mark)
            }
            vectors.append(
                Vector(
                    id: id, area: area, title: node["title"]?.text ?? "", inputs: Fields(inputs),
                    outputs: Fields(outputs), mark: node.mark))
        }
        guard !vectors.isEmpty else {
            throw VectorFileError("the list `vectors` is empty", at: root.mark)
        }
        let tolerance = root["meta"]?["tolerance"]
        doubleTolerance = tolerance?["double"]?.number ?? doubleTolerance
        floatTolerance = tolerance?["float32"]?.number ?? floatTolerance
    }
}

/// A file that is no file of vectors.
package struct VectorFileError: Error, Equatable, Sendable {
    package var message: String
    package var mark: Mark

    init(_ message: String, at mark: Mark) {
        self.message = message
        self.mark = mark
    }
}

/// The named values that go into a play, or are expected of it.
struct Fields: Sendable {
    let node: Node

    init(_ node: Node) { self.node = node }

    /// The names, in the order of the file.
    var names: Set<String> {
        if case .mapping(let entries) = node.content { Set(entries.map(\.name)) } else { [] }
    }

    subscript(_ name: String) -> Node? { node[name] }

    /// Items of the longest list among the values; 1 without a list.
    var longestList: Int { names.compactMap { self[$0]?.list?.count }.max() ?? 1 }

    /// A value that the play cannot do without.
    func need<Value>(_ name: String, _ read: (Node) -> Value?) throws(Unplayable) -> Value {
        guard let node = node[name] else { throw Unplayable("there is no `\(name)`") }
        guard let value = read(node) else {
            throw Unplayable("`\(name)` is of another kind than expected")
        }
        return value
    }
}

/// A vector that nothing here can play: it counts as a difference.
struct Unplayable: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Node {
    /// The value of a key of a mapping.
    subscript(_ name: String) -> Node? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.name == name }?.value
    }

    var list: [Node]? { if case .sequence(let items) = content { items } else { nil } }

    /// Quoted or unquoted text.
    var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

    /// An unquoted number.
    var number: Double? {
        guard case .scalar(let text, quoted: false) = content else { return nil }
        return Double(text)
    }

    /// An unquoted whole number.
    var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// `true` or `false`.
    var bool: Bool? {
        guard case .scalar(let text, quoted: false) = content else { return nil }
        return text == "true" ? true : text == "false" ? false : nil
    }

    var isNone: Bool {
        if case .scalar("null", quoted: false) = content { true } else { false }
    }

    /// Numbers in a row.
    var numbers: [Double]? { list.flatMap { all($0.map(\.number)) } }

    /// Whole numbers in a row.
    var integers: [Int]? { list.flatMap { all($0.map(\.integer)) } }

    var bytes: [UInt8]? { text.flatMap { Hex.bytes($0) } }

    /// Several notifications; a single one is a list of one.
    var packets: [[UInt8]]? { list.flatMap { all($0.map(\.bytes)) } ?? bytes.map { [$0] } }
}

private func all<Value>(_ values: [Value?]) -> [Value]? {
    values.contains { $0 == nil } ? nil : values.compactMap { $0 }
}

/// The bytes of `22 01`.
func bytes(of text: Substring) -> [UInt8]? { Hex.bytes(text) }
