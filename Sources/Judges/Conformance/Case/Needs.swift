import Declaration
import MetaWearTables
import ScenarioFile
import YAML

package struct Needs: Section {
    package static let example = """
        needs:
          modules: [{module: accelerometer, implementations: [1, 3]}, logging]
          absent: [gyroscope]
          target: model
        """

    package var modules: [NeededModule] = []
    package var absent: [ModuleName] = []
    package var models: [BoardModel] = []
    package var notModels: [BoardModel] = []
    package var target = NeededTarget.any

    package static let keys = Keys(Self(), "needs") { keys in
        keys.about = "What a board must have for a case to apply; all of it."
        keys.list(\.modules, "modules", "Modules that must be present.")
        keys.list(\.absent, "absent", "Modules that must be absent.")
        keys.list(\.models, "models", otherwise: "all", "The only products that it applies to.")
        keys.list(\.notModels, "not-models", "Products that it does not apply to.")
        keys.optional(\.target, "target", "Which boards it may be run on.")
    }

    /// Why the case does not apply to a board, in words; nil if it does.
    package func lack(of board: BoardFacts) -> String? {
        if !models.isEmpty, !models.contains(where: { $0.rawValue == board.model }) {
            return "only for " + models.map(\.rawValue).joined(separator: ", ")
        }
        if notModels.contains(where: { $0.rawValue == board.model }) {
            return "not for \(board.model)"
        }
        for need in modules {
            if let answer = board.malformedAnswer(of: need.name.id) {
                // Its first byte still says whether the case is for such a module.
                if answer.count > 2, !need.takes(Int(answer[2])) {
                    return "\(need.name.rawValue) of implementation \(answer[2])"
                }
                continue
            }
            guard let found = board.module(need.name.id) else {
                return "no \(need.name.rawValue) module"
            }
            if !need.takes(Int(found.implementation)) {
                return "\(need.name.rawValue) of implementation \(found.implementation)"
            }
            if !(need.revision...max(need.revision, need.atMost)).contains(Int(found.revision)) {
                return "\(need.name.rawValue) of revision \(found.revision)"
            }
        }
        for name in absent
        where board.module(name.id) != nil || board.malformedAnswer(of: name.id) != nil {
            return "the board has a \(name.rawValue) module"
        }
        return nil
    }

    /// The first module that the case needs and whose answer to discovery is too short; nil if there is
    /// none.
    func malformed(on board: BoardFacts) -> (name: ModuleName, answer: [UInt8])? {
        for need in modules {
            if let answer = board.malformedAnswer(of: need.name.id) { return (need.name, answer) }
        }
        return nil
    }
}

/// A module that a board must have.
package struct NeededModule: Section {
    package var name = ModuleName(.switch_)
    package var implementation: Int?
    package var implementations: [Int] = []
    package var revision = 0
    package var atMost = 255

    package static let keys = Keys(Self(), "needed module") { keys in
        keys.about = "A module that must be present, perhaps of a certain kind."
        keys.required(\.name, "module", principal: true, "Which.")
        keys.optional(
            \.implementation, "implementation", in: 0...255, otherwise: "any",
            "Of which kind: the first byte of its information.")
        keys.list(
            \.implementations, "implementations", count: 0...16, otherwise: "any",
            "Of which kinds, if several are accepted.")
        keys.optional(
            \.revision, "revision", in: 0...255, "From which revision on: the second byte.")
        keys.optional(\.atMost, "at-most", in: 0...255, "Up to which revision.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if revision > atMost {
            reader.fail(
                "`revision` is greater than `at-most`: \(revision) and \(atMost)", at: mark,
                fix: "swap them")
        }
        if implementation != nil, !implementations.isEmpty {
            reader.fail(
                "`implementation` and `implementations` are both given", at: mark,
                fix: "list them all in `implementations`")
        }
        for number in implementations where !(0...255).contains(number) {
            reader.fail(
                "\(number) is not an implementation", at: mark, fix: "write numbers from 0 to 255")
        }
    }

    /// Whether a kind is accepted.
    func takes(_ kind: Int) -> Bool {
        if let implementation { return kind == implementation }
        return implementations.isEmpty || implementations.contains(kind)
    }
}

/// Which boards a case may be run on.
package enum NeededTarget: String, Choice {
    package static let title = "needed target"
    case any, model

    package var about: String {
        switch self {
        case .any: "Every board, over any transport."
        case .model:
            "Models only: no source documents it, or a real board would not recover from it."
        }
    }
}

/// The modules by name.
package struct ModuleName: NamedChoice {
    package static let title = "module"
    package static let values = MWModule.withOlder

    package static var synonyms: [String: String] {
        Dictionary(
            uniqueKeysWithValues: MWModule.withOlder.map { ($0.row.inScenarios, $0.row.word) })
    }

    package let module: MWModule

    package init(_ module: MWModule) { self.module = module }

    package var rawValue: String { module.row.word }
    package var id: UInt8 { module.rawValue }
}
