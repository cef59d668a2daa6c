import Declaration
import ScriptedClient
import Simulation
import YAML

extension BoardModel {
    /// What the product has.
    var abilities: Set<Ability> {
        switch self {
        case .triki: [.cap]
        default: [.pins, .charger, .log, .quirks, .motor, .thermometer, .registers]
        }
    }
}

extension ScenarioFile {
    /// Reports whatever a board of this kind cannot do.
    func checkAbilities(_ reader: Reader) {
        guard !boards.isEmpty else { return }
        for board in boards { board.checkAbilities(reader) }
        for input in inputs {
            require(
                input.kind.ability, for: type(of: input.kind).key, of: board(input.board),
                at: input.mark, reader)
        }
        for fault in faults {
            require(
                fault.kind.ability, for: type(of: fault.kind).key, of: board(fault.board),
                at: fault.mark, reader)
        }
        for expectation in expect {
            let judgement = expectation.judgement
            require(
                judgement.ability, for: judgement.demand, of: board(expectation.board),
                at: expectation.mark, reader)
        }
        for client in clients {
            var current = 0
            for step in client.steps {
                if let reference = step.connection { current = board(reference) }
                let target = step.board.map { board($0) } ?? current
                require(
                    step.ability, for: step.words, of: target, at: step.mark, reader)
                step.check(on: boards[target].declared, reader)
            }
        }
    }

    /// Reports an input or a fault that its board cannot have.
    package func check(_ kind: any Alternative, of index: Int, _ reader: Reader) {
        let ability = (kind as? any InputKind)?.ability ?? (kind as? any FaultKind)?.ability
        require(ability, for: type(of: kind).key, of: index, at: .start, reader)
    }

    private func require(
        _ ability: Ability?, for name: String, of index: Int, at mark: Mark, _ reader: Reader
    ) {
        guard let ability, boards.indices.contains(index) else { return }
        boards[index].require(ability, for: name, at: mark, reader)
    }
}

extension Board {
    /// As steps are checked against it.
    fileprivate var declared: DeclaredBoard {
        let layout = triki?.layout ?? .sensor
        return DeclaredBoard(
            model: model.rawValue, isCap: model.abilities.contains(.cap),
            otherLayout: layout == .sensor ? nil : layout.rawValue)
    }

    fileprivate func require(
        _ ability: Ability, for key: String, at mark: Mark, _ reader: Reader
    ) {
        guard !model.abilities.contains(ability) else { return }
        reader.fail(
            "`\(key)` cannot be used with \(name): a \(model.rawValue) has \(ability.words)",
            at: mark, fix: "remove it, or name another board")
    }

    fileprivate func checkAbilities(_ reader: Reader) {
        if let triki { require(.cap, for: "triki", at: triki.mark, reader) }
        if manufacturer != nil { require(.registers, for: "manufacturer", at: mark, reader) }
        if let setting = quirks.settings.first {
            require(.quirks, for: "quirks", at: setting.mark, reader)
        }
        if !before.isEmpty { require(.registers, for: "before", at: mark, reader) }
        if sensors.clock != nil { require(.registers, for: "clock", at: mark, reader) }
        if battery.charger { require(.charger, for: "charger", at: battery.mark, reader) }
        if logFill.percent > 0 { require(.log, for: "log-fill", at: mark, reader) }
        if state != nil { require(.log, for: "state", at: mark, reader) }
        if uptime > .zero { require(.log, for: "uptime", at: mark, reader) }
        guard model == .triki else { return }
        if let serial, serial.utf8.count > 14 || serial.utf8.contains(where: { $0 < 48 || $0 > 57 })
        {
            reader.fail(
                "the `serial` of a Triki must be a decimal number", at: mark,
                fix: "use 1 to 14 digits"
            )
        }
        if deviceName.utf8.count > 20 {
            reader.fail(
                "`device-name` has \(deviceName.utf8.count) bytes", at: mark,
                fix: "use 1 to 20 for a Triki")
        }
    }
}
