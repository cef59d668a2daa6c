import Declaration
import MetaWearTables
import YAML

/// A signal by the word that every board knows it by, by the name that a script gave it, or by an
/// identifier that `recover` found.
package struct SignalName: DeclaredValue {
    /// As written in the file.
    package var text: String
    /// Its place in the file.
    package var mark: Mark

    /// A signal by its word or name.
    package init(_ text: String, mark: Mark = .start) {
        self.text = text
        self.mark = mark
    }

    /// One that every board may have.
    package init(_ signal: Signal) { self.init(signal.rawValue) }

    /// The signal that every board may have; `nil` for one that a script made.
    package var builtIn: Signal? { Signal(rawValue: text) }

    /// What its samples measure, if that is known without a board.
    package var dimension: (any Dimension.Type)? { builtIn?.dimension }

    /// One of the words, or a name.
    package static var shape: Shape {
        .choiceOrName(Signal.allCases.map { ($0.rawValue, $0.about) })
    }

    /// Reads a word or a name; a name must be given somewhere in the file.
    package static func read(_ node: Node, _ reader: Reader) -> SignalName? {
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reader.mismatch(
                node, expected: "the name of a signal", fix: "write for example `acceleration`")
            return nil
        }
        guard reader.isPlain(text, at: node.mark) else { return nil }
        let name = SignalName(text, mark: node.mark)
        // An identifier that `recover` makes of what it finds: `acceleration:rss?id=0`.
        if name.builtIn == nil, !text.contains(where: { ":[?".contains($0) }) {
            reader.use(
                Reference(.signal, name: text, mark: node.mark),
                besides: Signal.allCases.map(\.rawValue))
        }
        return name
    }
}

extension SignalName: Hashable {
    package static func == (a: SignalName, b: SignalName) -> Bool { a.text == b.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The name that a script gives to something that it makes on a board: a processor, a timer.
package struct SignalLabel: DeclaredValue, Hashable {
    /// The name; empty if nothing needs it.
    package var text: String

    /// A name; empty for none.
    package init(_ text: String = "") { self.text = text }

    package static var shape: Shape { .text }

    /// Reads a name that nothing else has.
    package static func read(_ node: Node, _ reader: Reader) -> SignalLabel? {
        guard let text = String.read(node, reader) else { return nil }
        if Signal(rawValue: text) != nil || text.contains(where: { ":[?".contains($0) }) {
            reader.fail(
                "`\(text)` cannot be used as a new name", at: node.mark,
                fix: "choose a name that is not a signal, without `:`, `[` and `?`")
        }
        reader.define(text, .signal, at: node.mark)
        return SignalLabel(text)
    }
}
