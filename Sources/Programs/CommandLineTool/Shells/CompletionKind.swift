import CommandLineProgram

/// What a shell can offer for a value.
enum CompletionKind: Equatable {
    case nothing
    case words([String])
    case files
    case folders

    /// Placeholders name what a value is: `FILE`, `DIR`, `a|b`.
    init(placeholder: String) {
        switch placeholder {
        case "FILE", "SCENARIO": self = .files
        case "DIR": self = .folders
        default:
            let words = Self.words(of: placeholder)
            self = words.isEmpty ? .nothing : .words(words)
        }
    }

    /// Those that are typed as they are: `max` of `max|N`.
    static func words(of placeholder: String) -> [String] {
        placeholder.split(separator: "|").map(String.init).filter {
            $0.first?.isLowercase == true
                && $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
        }
    }
}

/// What a shell can offer for the operands of a command.
struct OperandCompletion: Equatable {
    /// A word that may come first, and what follows it.
    struct Action: Equatable {
        var word: String
        var rest: CompletionKind
    }

    var actions: [Action] = []
    /// Operands without such a word.
    var plain = CompletionKind.nothing

    /// - Parameter placeholder: `FILE`, `merge|show FILE`, or with alternatives:
    ///   `SCENARIO | merge FILE`.
    init(placeholder: String) {
        for alternative in placeholder.split(separator: " | ") {
            let parts = alternative.split(separator: " ", maxSplits: 1).map(String.init)
            let words = CompletionKind.words(of: parts[0])
            guard !words.isEmpty else {
                plain = CompletionKind(placeholder: parts[0])
                continue
            }
            let rest = parts.count > 1 ? CompletionKind(placeholder: parts[1]) : .nothing
            actions += words.map { Action(word: $0, rest: rest) }
        }
    }

    var words: [String] { actions.map(\.word) }

    /// The actions that files follow.
    var wordsBeforeFiles: [String] { actions.filter { $0.rest == .files }.map(\.word) }
}

extension Option {
    var completion: CompletionKind {
        if !choices.isEmpty { return .words(choices) }
        return value.map { CompletionKind(placeholder: $0) } ?? .nothing
    }
}

extension Operands {
    var completion: OperandCompletion {
        switch self {
        case .none: OperandCompletion(placeholder: "")
        case .one(let name), .several(let name): OperandCompletion(placeholder: name)
        }
    }
}
