import Declaration
import MetaWearTables
import Simulation
import YAML

/// What a scenario may ask of some products and not of others.
package enum Ability: Hashable {
    case pins, charger, log, quirks, motor, thermometer
    /// What a scripted client does by the registers of a MetaWear.
    case registers
    /// What only a Triki cap has.
    case cap

    /// What a board without it lacks, for a message.
    var words: String {
        switch self {
        case .pins: "no pins"
        case .charger: "no charger"
        case .log: "no log"
        case .quirks: "no quirks"
        case .motor: "no motor"
        case .thermometer: "no thermometer"
        case .registers: "no registers of a MetaWear"
        case .cap: "no switches of a cap"
        }
    }
}

extension BoardModel {
    /// What the product has.
    var abilities: Set<Ability> {
        switch self {
        case .triki: [.cap]
        default: [.pins, .charger, .log, .quirks, .motor, .thermometer, .registers]
        }
    }
}

extension Document {
    /// Complains about whatever is asked of a board that has nothing to answer it with.
    func checkAbilities(_ reader: Reader) {
        guard !boards.isEmpty else { return }
        for board in boards { board.checkAbilities(reader) }
        for input in inputs {
            require(input.kind.ability, of: board(input.board), at: input.mark, reader)
        }
        for fault in faults {
            let needs = fault.kind.ability.map { (type(of: fault.kind).key, $0) }
            require(needs, of: board(fault.board), at: fault.mark, reader)
        }
        for expectation in expect {
            require(
                expectation.judgement.ability, of: board(expectation.board), at: expectation.mark,
                reader)
        }
        for client in clients {
            var current = 0
            for step in client.steps {
                if case .connect(let connect) = step.kind { current = board(connect.board) }
                let target = step.board.map { board($0) } ?? current
                require(step.kind.ability, of: target, at: step.mark, reader)
                if case .stream(let stream) = step.kind {
                    stream.check(on: boards[target], at: step.mark, reader)
                }
            }
        }
    }

    private func require(
        _ ability: (name: String, needs: Ability)?, of index: Int, at mark: Mark, _ reader: Reader
    ) {
        guard let ability, boards.indices.contains(index) else { return }
        boards[index].require(ability.needs, for: ability.name, at: mark, reader)
    }
}

extension Board {
    fileprivate func require(
        _ ability: Ability, for key: String, at mark: Mark, _ reader: Reader
    ) {
        guard !model.abilities.contains(ability) else { return }
        reader.fail(
            "`\(key)` is not for \(name): a \(model.rawValue) has \(ability.words)", at: mark,
            mend: "take it away, or name another board")
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
                "the `serial` of a Triki is a decimal number", at: mark, mend: "give 1 to 14 digits"
            )
        }
        if deviceName.utf8.count > 20 {
            reader.fail(
                "`device-name` has \(deviceName.utf8.count) bytes", at: mark,
                mend: "give a Triki 1 to 20")
        }
    }
}

extension Step.Stream {
    fileprivate func check(on board: Board, at mark: Mark, _ reader: Reader) {
        guard board.model.abilities.contains(.cap) else {
            if rate != nil {
                reader.fail(
                    "`rate` is for the stream of a cap", at: mark,
                    mend: "write a `configure` step before")
            }
            return
        }
        for signal in signals
        where signal.builtIn != .acceleration && signal.builtIn != .rotation {
            reader.fail(
                "a \(board.model.rawValue) does not stream `\(signal.text)`", at: mark,
                mend: "stream acceleration, rotation or both")
        }
        if let rate, !Self.capRates.contains(rate.hertz) {
            reader.fail(
                "no cap has the rate \(rate.text)", at: mark,
                mend: "choose 12, 26, 52, 104, 208 or 416 Hz")
        }
        if let layout = board.triki?.layout, layout != .sensor {
            reader.fail(
                "a scripted client reads no frames of layout `\(layout.rawValue)`", at: mark,
                mend: "use `write` and `wait-for`, or the layout `14-byte`")
        }
    }

    /// Of START.
    static let capRates: [Double] = [12, 26, 52, 104, 208, 416]
}

extension Input.Kind {
    fileprivate var ability: (name: String, needs: Ability)? {
        switch self {
        case .gpio: ("gpio", .pins)
        case .charger: ("charger", .charger)
        default: nil
        }
    }
}

extension Judgement {
    fileprivate var ability: (name: String, needs: Ability)? {
        switch self {
        case .downloaded: ("downloaded", .log)
        case .logEntries: ("log-entries", .log)
        case .read(let read): read.target.isOnCaps ? nil : ("read", .registers)
        case .state(let state) where state.logging != nil: ("logging", .log)
        case .state(let state) where state.haptic != nil: ("haptic", .motor)
        default: nil
        }
    }
}

extension ReadTarget {
    /// Whether it needs no register: the battery service has the charge too.
    fileprivate var isOnCaps: Bool {
        if case .battery = self { true } else { false }
    }
}

extension Step.Kind {
    /// Whatever is not said to do without needs the registers.
    fileprivate var ability: (name: String, needs: Ability)? {
        switch self {
        case .scan, .connect, .initialise, .stream, .stopStream, .write, .wait, .waitFor,
            .waitUntil, .waitDisconnect, .reconnect, .disconnect, .pair,
            .ledOff:
            nil
        case .read(let read): read.target.isOnCaps ? nil : ("read", .registers)
        // One LED, green, on or off.
        case .led(let led):
            led.channel == .green && led.pattern == .solid && led.times == nil
                ? nil : (title, .registers)
        default: (title, .registers)
        }
    }
}
