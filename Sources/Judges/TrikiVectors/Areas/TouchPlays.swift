import TrikiUI

/// One step of a finger on a screen.
private enum TouchStep {
    case touch(Int)
    case suspend(Bool)
    case configure(Int)
    case clear
    case clearFocus
    case resetClock

    /// What its focus is noted as.
    var name: String {
        switch self {
        case .touch: "Touch"
        case .suspend: "Suspended"
        case .configure: "Reconfigure"
        case .clear: "Clear"
        case .clearFocus: "ClearFocus"
        case .resetClock: "ResetClock"
        }
    }

    /// The steps of `touch 2`, `activate(2)`, `suspended 1` (a touch of row 1 meanwhile),
    /// `unsuspended`, `reconfigure to 2 items` or `clear`; a number alone repeats the verb before
    /// it.
    static func steps(of texts: [String]) throws(Unplayable) -> [TouchStep] {
        var steps: [TouchStep] = []
        var verb = ""
        for text in texts {
            let plain = text.lowercased().map { $0 == "\u{2212}" ? "-" : $0 }
            var words = String(plain).split { !$0.isLetter && !$0.isNumber && $0 != "-" }
            if ["then", "and"].contains(words.first) { words.removeFirst() }
            guard let first = words.first else { continue }
            if Int(first) == nil { verb = String(first) }
            let number = words.lazy.compactMap { Int($0) }.first
            func need() throws(Unplayable) -> Int {
                guard let number else { throw Unplayable("`\(text)` names no number") }
                return number
            }
            if verb.contains("suspend") {
                let ends = words.contains("false") || verb.hasPrefix("un")
                steps.append(.suspend(!ends))
                // A number alone is one more row, and `issuspended = 1` is none.
                if let number, !words.contains(where: { $0.hasPrefix("is") }) {
                    steps.append(.touch(number))
                }
                continue
            }
            switch verb {
            case "touch", "tap", "activate": steps.append(.touch(try need()))
            case "configure", "reconfigure": steps.append(.configure(try need()))
            case "clear": steps.append(.clear)
            case "clearfocus": steps.append(.clearFocus)
            case "resetclock": steps.append(.resetClock)
            default: throw Unplayable("the step `\(text)` is not known")
            }
        }
        return steps
    }
}

extension VectorPlayer {
    /// The steps of a text: between commas, semicolons, and `then`.
    static func pieces(of text: String) -> [String] {
        text.split { ",;\u{2192}".contains($0) }.flatMap { piece in
            var pieces: [String] = [""]
            for word in piece.split(separator: " ") {
                if word == "then" {
                    pieces.append("")
                } else {
                    pieces[pieces.count - 1] += " \(word)"
                }
            }
            return pieces.filter { !$0.isEmpty }.map { String($0.dropFirst()) }
        }
    }

    /// A finger on the rows of a screen.
    ///
    /// `focusAfterTouch` is the focus after the first touches in a row, `focusAfterClear` after the
    /// first `clear`, and so on; `focus` is a list of it after each step, or of its changes.
    static func playTouches(_ vector: Vector, _ texts: [String]) throws(Unplayable) -> Outcome {
        let navigator = TrikiUINavigator(.menu(vector.version))
        var activated: [Int] = []
        let items = vector.inputs["items"]?.integer ?? vector.itemsOfTitle ?? 3
        navigator.configure(itemCount: items) { activated.append($0) }
        let steps = try TouchStep.steps(of: texts)
        guard !steps.isEmpty else { throw Unplayable("there are no steps") }
        var rows: [Outcome] = []
        var focuses: [Outcome] = []
        var outcome: [String: Outcome] = [:]
        for (index, step) in steps.enumerated() {
            switch step {
            case .touch(let row): navigator.activate(at: row)
            case .suspend(let isSuspended): navigator.isSuspended = isSuspended
            case .configure(let count):
                navigator.configure(itemCount: count) { activated.append($0) }
            case .clear: navigator.clear()
            case .clearFocus: navigator.clearFocus()
            case .resetClock: navigator.resetClock()
            }
            let focus = Outcome.integer(navigator.focusIndex)
            let next = index + 1 < steps.count ? steps[index + 1].name : ""
            let key = "focusAfter" + step.name
            if next != step.name, outcome[key] == nil { outcome[key] = focus }
            if focuses.last != focus { focuses.append(focus) }
            rows.append(
                .object(["focus": focus, "activations": .integers(activated)]))
        }
        outcome["activations"] = .integers(activated)
        outcome["focusEnd"] = .integer(navigator.focusIndex)
        outcome["isConfigured"] = .bool(navigator.isConfigured)
        if vector.outputs["focus"]?.list?.count != rows.count { outcome["focus"] = .list(focuses) }
        return .series(rows, outcome)
    }
}
