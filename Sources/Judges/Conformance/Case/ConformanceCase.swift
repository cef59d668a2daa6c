import Declaration
import ScenarioFile
import YAML

package struct ConformanceCase: LocatedSection {
    /// As `MW/ACC/DATA/BV-01-C`: device, module, subject, valid (BV) or invalid (BI) behaviour and
    /// number, in the style of the qualification tests of Bluetooth.
    package var id = CaseID("")
    package var title = ""
    package var source = ""
    package var needs = Needs()
    package var board = Fixture()
    package var world = World()
    package var begins = Beginning.subscribed
    package var before: [CaseStep] = []
    package var steps: [CaseStep] = []
    package var mark = Mark.start
    /// What is judged: the file says it.
    package internal(set) var device = DeviceKind.metawear

    package static let keys = Keys(Self(), "case") { keys in
        keys.about = "What the client does, and what the board must do."
        keys.required(
            \.id, "id",
            "Device, module, subject, kind and number: BV is valid behaviour, BI invalid.")
        keys.required(
            \.title, "title", "The expected behaviour, in one sentence without a full stop.")
        keys.required(
            \.source, "source",
            "The section of the protocol that says so, with its mark: `core 3.4 (spec)`.")
        keys.optional(
            \.needs, "needs", otherwise: "nothing", "What a board must have for the case to apply.")
        keys.optional(
            \.board, "board", otherwise: "factory state",
            "The state of the board at the start; for models only.")
        keys.optional(\.world, "world", otherwise: "a room", "The surroundings of the board.")
        keys.optional(\.begins, "begins", "What the client has done when the steps begin.")
        keys.list(
            \.before, "before",
            "Steps that prepare the case; if one fails, the case is inconclusive.")
        keys.list(\.steps, "steps", count: 1...1_000, "What is judged.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if !source.hasSuffix(")") || !source.contains(" (") {
            reader.fail(
                "`\(source)` is not a section with a mark", at: mark,
                fix: "write document, section and mark: `core 3.4 (spec)`")
        }
    }

    /// Why it is for models only, in words; nil if it is for any board.
    package var reasonForModel: String? {
        if needs.target == .model { return "required of the model only" }
        return board.isSpecial || world.mark != .start
            ? "needs an initial state that only the model can have" : nil
    }
}

/// What the client has done when the steps of a case begin.
package enum Beginning: String, Choice {
    package static let title = "beginning"
    case advertising, connected, subscribed

    package var about: String {
        switch self {
        case .advertising: "The board advertises; there is no link."
        case .connected: "Connected, services discovered."
        case .subscribed: "Connected, with notifications on."
        }
    }
}

package struct CaseID: DeclaredValue, Hashable {
    /// As it is written.
    package var text: String

    package init(_ text: String) { self.text = text }

    /// Device, module, subject, BV or BI, number, C.
    package static var shape: Shape {
        .form(
            name: "case-id", about: "The id of a case.",
            pattern: "^(MW|TRIKI)/[A-Z0-9]{2,6}/[A-Z0-9]{2,8}/B[VI]-[0-9]{2,3}-C$",
            example: "MW/ACC/DATA/BV-01-C")
    }

    package static func read(_ node: Node, _ reader: Reader) -> CaseID? {
        if case .scalar(let text, _) = node.content, isWellFormed(text) { return CaseID(text) }
        reader.fail(
            "this is not a case id", at: node.mark,
            fix: "write device, module, subject, kind and number: `MW/ACC/DATA/BV-01-C`")
        return nil
    }

    private static func isWellFormed(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "MW" || parts[0] == "TRIKI" else { return false }
        let isName: (Substring, ClosedRange<Int>) -> Bool = { part, length in
            length.contains(part.utf8.count)
                && part.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
        }
        let number = parts[3].split(separator: "-", omittingEmptySubsequences: false)
        return isName(parts[1], 2...6) && isName(parts[2], 2...8) && number.count == 3
            && (number[0] == "BV" || number[0] == "BI") && (2...3).contains(number[1].utf8.count)
            && number[1].utf8.allSatisfy { (48...57).contains($0) } && number[2] == "C"
    }
}
