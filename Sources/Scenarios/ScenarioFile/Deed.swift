import Declaration
import YAML

/// Something that is done to a board while a scenario runs: an entry of its `inputs` or `faults`
/// without a time.
package enum Deed {
    case input(Input)
    case fault(Fault)

    /// What kind of deed a section describes.
    package enum Kind: String, CaseIterable, Sendable {
        case input, fault
    }

    /// Reads a deed on a board of a scenario, by the board's index.
    ///
    /// - Throws: everything that is wrong with it; the places of these problems have no meaning.
    package init(
        _ kind: Kind, _ node: Node, on board: Int, of scenario: ScenarioFile, _ words: Vocabulary
    ) throws(ScenarioError) {
        let reader = Reader(vocabulary: words)
        var deed: Deed?
        switch kind {
        case .input:
            deed = InputEntry.read(node, reader).map {
                scenario.check($0.kind, of: board, reader)
                var input = Input()
                input.kind = $0.kind
                return .input(input)
            }
        case .fault:
            deed = FaultEntry.read(node, reader).map {
                scenario.check($0.kind, of: board, reader)
                var fault = Fault()
                fault.kind = $0.kind
                return .fault(fault)
            }
        }
        guard let deed, reader.problems.isEmpty else {
            throw ScenarioError(file: "", problems: reader.problems)
        }
        self = deed
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
