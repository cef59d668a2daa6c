import Declaration
import MetaWearBoard
import ScenarioFile
import ScriptedClient

extension ScenarioFile {
    /// Steps that would fail because a board lacks the part for them.
    ///
    /// - Parameter readable: why a file that a step names cannot be read; nil if it can.
    func missing(file: String, _ readable: (_ path: String) -> String?) -> ScenarioError? {
        var problems: [Problem] = []
        for input in inputs {
            guard let gpio = input.kind as? Input.GPIO, boards.indices.contains(board(input.board)),
                let parts = BoardParts(of: boards[board(input.board)]),
                let why = parts.lacks(pin: gpio.pin)
            else { continue }
            problems.append(
                Problem(
                    "\(parts.name) has no pin \(gpio.pin): \(why)", at: input.mark,
                    fix: "choose another pin"))
        }
        for client in clients {
            var current = 0
            for step in client.steps {
                if let reference = step.connection { current = board(reference) }
                let target = step.board.map { board($0) } ?? current
                guard boards.indices.contains(target),
                    let parts = BoardParts(of: boards[target])
                else { continue }
                problems += step.problems(on: parts, readable)
            }
        }
        return problems.isEmpty ? nil : ScenarioError(file: file, problems: problems)
    }
}

/// The parts of a board, to be checked before it runs.
private struct BoardParts {
    let name: String
    let profile: BoardProfile
    private var modules: [UInt8: [UInt8]] = [:]

    /// Nil for a cap.
    init?(of board: Board) {
        guard let profile = board.profile else { return nil }
        self.profile = profile
        name = board.name
        for module in profile.modules {
            let information = module.information
            modules[module.id] =
                [information.implementation, information.revision] + information.extra
        }
    }

    /// What a step needs and the board lacks, with the reasons.
    func lacks(for step: Step) -> [(word: String, why: String)] {
        step.needs(of: modules).compactMap { need in
            let why: String? =
                switch need.part {
                case .missing(let why): why
                case .register(let module, let register, let channel):
                    lacks(module, register, channel: channel)
                }
            return why.map { (need.word, $0) }
        }
    }

    private func lacks(_ module: UInt8, _ register: UInt8, channel: UInt8?) -> String? {
        guard let entry = profile.modules.first(where: { $0.id == module }) else {
            return "the board has no module \(TraceCounter.byte(module))"
        }
        let revision = entry.information.revision
        let known = entry.declarations.first { $0.id == register & 0x3F }
        guard let known, known.since <= revision else {
            return "the \(entry.name) module, revision \(revision), has no register"
                + " \(TraceCounter.byte(register & 0x3F))"
        }
        if let reason = known.unmodelled { return "\(known.name) is not modelled: \(reason)" }
        guard module == 0x04 || module == 0x05, let channel else { return nil }
        return Self.lacks(Int(channel), of: entry)
    }

    /// Why there is no such pin; nil if it exists.
    func lacks(pin: Int) -> String? {
        profile.modules.first { $0.id == 0x05 }.flatMap { Self.lacks(pin, of: $0) }
    }

    /// A channel or pin beyond those that the module tells of; the oldest tell of none.
    private static func lacks(_ number: Int, of entry: BoardProfile.Entry) -> String? {
        let count = entry.information.extra.count
        guard count > 0, number >= count else { return nil }
        return "the \(entry.name) module has only 0 to \(count - 1)"
    }
}

extension Step {
    /// In a step, and in those that it has the board do.
    fileprivate func problems(
        on parts: BoardParts, _ readable: (_ path: String) -> String?
    ) -> [Problem] {
        var found = parts.lacks(for: self).map { lack in
            Problem(
                "`\(lack.word)` cannot be used with \(parts.name): \(lack.why)", at: mark,
                fix: "remove it, or choose a model other than \(parts.profile.name)")
        }
        for path in files.map(\.text) {
            guard let why = readable(path) else { continue }
            found.append(Problem("\(path) cannot be read: \(why)", at: mark))
        }
        return found + inner.flatMap { $0.problems(on: parts, readable) }
    }
}
