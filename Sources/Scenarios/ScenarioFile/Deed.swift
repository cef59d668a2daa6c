import Declaration
import ScriptedClient
import YAML

/// Something that is done to a board while a scenario runs: an entry of its `inputs` or `faults`
/// without a time.
package enum Deed {
    case input(any InputKind)
    case fault(any FaultKind)

    /// What kind of deed a section describes.
    package enum Kind: String, CaseIterable, Sendable {
        case input, fault
    }

    /// Reads a deed on a board of a scenario.
    ///
    /// - Throws: everything that is wrong with it; the places of these problems have no meaning.
    package init(
        _ kind: Kind, _ node: Node, on board: Board, vocabulary: Vocabulary
    ) throws(ScenarioError) {
        let reader = Reader(vocabulary: vocabulary)
        var deed: Deed?
        switch kind {
        case .input:
            let entry = InputEntry.read(node, reader)
            deed = entry.map { .input($0.kind) }
            if let entry {
                board.require(entry.kind.ability, for: type(of: entry.kind).key, reader)
            }
        case .fault:
            let entry = FaultEntry.read(node, reader)
            deed = entry.map { .fault($0.kind) }
            if let entry {
                board.require(entry.kind.ability, for: type(of: entry.kind).key, reader)
            }
        }
        guard let deed, reader.problems.isEmpty else {
            throw ScenarioError(file: "", problems: reader.problems)
        }
        self = deed
    }
}

extension Board {
    fileprivate func require(_ ability: Ability?, for key: String, _ reader: Reader) {
        if let ability { require(ability, for: key, at: .start, reader) }
    }
}

private struct InputEntry: Section {
    var kind: any InputKind = LightColour.daylight

    static let keys = Keys(Self(), "input") { keys in keys.exactlyOne(\.kind, of: Input.cases) }
}

private struct FaultEntry: Section {
    var kind: any FaultKind = Fault.ResetFault()

    static let keys = Keys(Self(), "fault") { keys in keys.exactlyOne(\.kind, of: Fault.cases) }
}
