import Simulation
import YAML

/// State shared while one file is read: problems found, names defined and names used.
package final class Reader {
    /// The most problems reported; the rest are left out.
    package static let limit = 50

    /// In the order in which they were found.
    package private(set) var problems: [Problem] = []
    /// How many were found, those past the limit included.
    private(set) var failures = 0
    /// Words that the caller supplies.
    package let vocabulary: Vocabulary

    private var names: [(kind: NameKind, name: String)] = []
    private var references: [(reference: Reference, words: [String])] = []

    /// A reader with nothing read.
    package init(vocabulary: Vocabulary = Vocabulary()) { self.vocabulary = vocabulary }

    /// Records a problem; reading continues.
    package func fail(_ message: String, at mark: Mark, fix: String = "") {
        failures += 1
        guard problems.count < Self.limit else { return }
        problems.append(Problem(message.onOneLine, at: mark, fix: fix.onOneLine))
    }

    /// Records a value that is none of those that may be chosen.
    package func expect(
        _ isValid: Bool, _ value: String, isA what: String, choices: String, at mark: Mark
    ) {
        if !isValid {
            fail("\(value) is not a valid \(what)", at: mark, fix: "choose \(choices)")
        }
    }

    /// Records that a node is not what was expected.
    package func mismatch(_ node: Node, expected: String, fix: String = "") {
        fail("expected \(expected), found \(node.summary)", at: node.mark, fix: fix)
    }

    /// Records the name of a board, client or other part; names must be unique.
    package func define(_ name: String, _ kind: NameKind, at mark: Mark) {
        if let other = names.first(where: { $0.name == name && $0.kind.sharesNames(with: kind) }) {
            fail(
                "the name `\(name)` is already taken by another \(other.kind.rawValue)", at: mark,
                fix: "give each \(kind.rawValue) its own name")
        }
        names.append((kind, name))
    }

    /// Records the use of a name, perhaps before it is defined; ``resolve()`` looks it up.
    ///
    /// - Parameter words: names that need no definition.
    package func use(_ reference: Reference, besides words: [String] = []) {
        references.append((reference, words))
    }

    /// Looks up every name that was used, after the whole file was read.
    func resolve() {
        for (reference, words) in references {
            let known = words + names.filter { $0.kind == reference.kind }.map(\.name)
            let kind = reference.kind.rawValue
            if let name = reference.name {
                guard !known.contains(name) else { continue }
                fail(
                    "there is no \(kind) `\(name)`", at: reference.mark,
                    fix: Suggestion.fix(name, known: known, what: "\(kind)s"))
            } else if known.count > 1 {
                fail(
                    "there are \(known.count) \(kind)s, and none is named here",
                    at: reference.mark,
                    fix: "write " + known.map { "`\(kind): \($0)`" }.joined(separator: " or "))
            } else if known.isEmpty, reference.kind != .board {
                fail("there is no \(kind)", at: reference.mark, fix: "add one to `\(kind)s`")
            }
        }
    }
}

/// Words that a scenario may use and that only the firmware defines.
package struct Vocabulary: Sendable {
    /// Names of quirks; `nil` accepts every name.
    package var quirks: [String]?
    /// Firmware revisions by the product's name; `nil` accepts every one.
    package var revisions: [String: [String]]?

    /// Words from the caller.
    package init(quirks: [String]? = nil, firmware: [String: [String]]? = nil) {
        self.quirks = quirks
        revisions = firmware
    }
}

extension String {
    /// Without line ends and control characters, which a message must not contain.
    fileprivate var onOneLine: String {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map {
                    LineText.isControl($0) ? ($0.value < 0x20 ? " " : "\u{FFFD}") : $0
                }
            ))
    }
}

extension Node {
    /// The node in words, for a message.
    var summary: String {
        switch content {
        case .scalar(let text, _):
            if isNull {
                "nothing"
            } else {
                "`\(text.count > 40 ? text.prefix(40) + "…" : text[...])`"
            }
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
