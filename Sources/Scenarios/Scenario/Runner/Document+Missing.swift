import Declaration
import MetaWearBoard
import MetaWearTables
import YAML

extension Document {
    /// What scripts ask of boards that have no part for it: the steps would fail.
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
                    "there is no pin \(gpio.pin) on \(parts.name): \(why)", at: input.mark,
                    mend: "choose another pin"))
        }
        for client in clients {
            var current = 0
            for step in client.steps {
                if let connect = step.kind as? Step.Connect { current = board(connect.board) }
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

/// What a board consists of, to be asked before it runs.
private struct BoardParts {
    let name: String
    let profile: BoardProfile
    private let catalogue: SignalCatalogue

    /// Nil for a cap.
    init?(of board: Board) {
        guard let profile = board.profile else { return nil }
        self.profile = profile
        name = board.name
        var modules: [UInt8: [UInt8]] = [:]
        for module in profile.modules {
            let information = module.information
            modules[module.id] =
                [information.implementation, information.revision] + information.extra
        }
        catalogue = SignalCatalogue(
            encoder: SensorCommandEncoder(
                modules: modules, accelerometer: HostState().accelerometer,
                gyroscope: HostState().gyroscope, configurations: SensorConfigurations()))
    }

    /// Why a signal is not to be had; nil if it is.
    func lacks(_ word: Signal) -> String? {
        do throws(StepFailure) {
            let signal = try catalogue.signal(word)
            for unit in signal.units { _ = try catalogue.encoder.configure(unit) }
            return lacks(signal.key.module, signal.key.register, channel: signal.key.index)
        } catch {
            return "\(error)"
        }
    }

    /// Why a value is not to be read; nil if it is.
    func lacks(_ target: any ReadableValue) -> String? {
        switch target {
        // Any bytes may be tried, and a chain is what the script made of it.
        case is ReadTarget.Register, is ReadTarget.ProcessorState: return nil
        // The register depends on the chip.
        case is ReadTarget.Steps: return lacks(.steps)
        default: break
        }
        let request = target.request
        let hasChannel = target is ReadTarget.Temperature || target is ReadTarget.GPIO
        return lacks(request[0], request[1], channel: hasChannel ? request[2] : nil)
    }

    private func lacks(_ module: UInt8, _ register: UInt8, channel: UInt8?) -> String? {
        guard let entry = profile.modules.first(where: { $0.id == module }) else {
            return "the board has no module \(TraceCounter.byte(module))"
        }
        let revision = entry.information.revision
        let known = entry.type?.declarations.first { $0.id == register & 0x3F }
        guard let known, known.since <= revision else {
            return "the \(entry.name) module, revision \(revision), has no register"
                + " \(TraceCounter.byte(register & 0x3F))"
        }
        if let reason = known.unmodelled { return "\(known.name) is not modelled: \(reason)" }
        guard module == 0x04 || module == 0x05, let channel else { return nil }
        return Self.lacks(Int(channel), of: entry)
    }

    /// Why there is no such pin; nil if there is.
    func lacks(pin: Int) -> String? {
        profile.modules.first { $0.id == 0x05 }.flatMap { Self.lacks(pin, of: $0) }
    }

    /// A channel or pin beyond those that the module tells of; the oldest tell of none.
    private static func lacks(_ number: Int, of entry: BoardProfile.Entry) -> String? {
        let count = entry.information.extra.count
        guard count > 0, number >= count else { return nil }
        return "the \(entry.name) module has 0 to \(count - 1)"
    }
}

extension Step {
    /// In a step, and in those that it has the board do.
    fileprivate func problems(
        on parts: BoardParts, _ readable: (_ path: String) -> String?
    ) -> [Problem] {
        var found: [Problem] = []
        func require(_ what: String, _ why: String?) {
            guard let why else { return }
            found.append(
                Problem(
                    "`\(what)` is not for \(parts.name): \(why)", at: mark,
                    mend: "take it away, or choose another model than \(parts.profile.name)"))
        }
        for word in kind.neededSignals.compactMap(\.builtIn) {
            require(word.rawValue, parts.lacks(word))
        }
        if let read = kind as? Step.Read { require("read", parts.lacks(read.target)) }
        for path in kind.files.map(\.text) {
            guard let why = readable(path) else { continue }
            found.append(Problem("\(path) cannot be read: \(why)", at: mark))
        }
        return found + kind.inner.flatMap { $0.problems(on: parts, readable) }
    }
}
