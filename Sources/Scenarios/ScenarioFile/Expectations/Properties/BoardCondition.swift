import Declaration
import ScriptedClient
import YAML

/// What a board is like, at one moment: all of it at the same time. What is nil is not asked.
package struct BoardCondition: Hashable, Sendable {
    package var logging: Bool?
    package var streaming: Bool?
    package var advertising: Bool?
    package var connected: Bool?
    package var haptic: Bool?
    package var lit: Bool?
    package var button: Bool?
    package var powered: Bool?
    package var battery: ShareBounds?
    package var logFill: ShareBounds?
    package var dropped: NumberBounds?
    package var resets: NumberBounds?

    /// The keys of a section that has one.
    static func declare<S>(_ keys: inout Keys<S>, _ path: WritableKeyPath<S, BoardCondition>) {
        let either = "not checked"
        func key(_ name: WritableKeyPath<BoardCondition, Bool?>, _ key: String, _ about: String) {
            keys.optional(path.appending(path: name), key, otherwise: either, about)
        }
        key(\.logging, "logging", "Whether the log is running.")
        key(\.streaming, "streaming", "Whether it streams to its host.")
        key(\.advertising, "advertising", "Whether it is advertising.")
        key(\.connected, "connected", "Whether a client is connected.")
        key(\.haptic, "haptic", "Whether the motor or buzzer runs.")
        key(\.lit, "lit", "Whether its LED is on, in any colour.")
        key(\.button, "button", "Whether the button is pressed.")
        key(\.powered, "powered", "Whether it has power.")
        keys.optional(
            path.appending(path: \.battery), "battery", otherwise: either,
            "The charge of the battery.")
        keys.optional(
            path.appending(path: \.logFill), "log-fill", otherwise: either,
            "How full the log is.")
        keys.optional(
            path.appending(path: \.dropped), "dropped", otherwise: "any number",
            "How many notifications it has dropped since the run began.")
        keys.optional(
            path.appending(path: \.resets), "resets", otherwise: "any number",
            "How many times it has reset since the run began, including brown-outs.")
    }

    /// Reports a condition that asks for nothing.
    func check(_ reader: Reader, at mark: Mark) {
        guard self == BoardCondition() else { return }
        reader.fail("no state is given", at: mark, fix: "add for example `logging: true`")
    }

    /// What a board must have for it; nil if it applies to every board.
    var ability: Ability? {
        logging != nil || logFill != nil ? .log : haptic != nil ? .motor : nil
    }

    /// The key that needs the ability.
    var demand: String { logging != nil ? "logging" : logFill != nil ? "log-fill" : "haptic" }

    /// What of a board's state it needs.
    var parts: BoardState.Parts {
        var parts: BoardState.Parts = []
        if powered != nil || resets != nil || battery != nil || button != nil {
            parts.insert(.power)
        }
        if connected != nil || advertising != nil { parts.insert(.link) }
        if haptic != nil { parts.insert(.motor) }
        if lit != nil { parts.insert(.light) }
        if logging != nil || logFill != nil { parts.insert(.log) }
        if streaming != nil || dropped != nil { parts.insert(.streaming) }
        return parts
    }

    /// What of a state is otherwise, in words; empty if it holds.
    ///
    /// - Parameter state: with these ``parts`` at least.
    func wrong(in state: BoardState) -> [String] {
        var wrong: [String] = []
        for (name, wanted, actual) in answers(of: state) where wanted != nil && wanted != actual {
            wrong.append("\(name) is \(actual)")
        }
        if let battery, !battery.contains(state.battery) {
            wrong.append("battery is \(Decimal.text(state.battery)) %")
        }
        let fill = (state.log?.fill ?? 0) * 100
        if let logFill, !logFill.contains(fill) {
            wrong.append("log-fill is \(Decimal.text(fill)) %")
        }
        if let dropped, !dropped.count.contains(state.notifications.dropped) {
            wrong.append("\(state.notifications.dropped) dropped")
        }
        if let resets, !resets.count.contains(state.power.resets) {
            wrong.append("\(state.power.resets) resets")
        }
        return wrong
    }

    /// Each question of yes or no, what is wanted, and how it is.
    private func answers(of state: BoardState) -> [(String, Bool?, Bool)] {
        [
            ("logging", logging, state.log?.isRecording ?? false),
            ("streaming", streaming, !state.streaming.isEmpty),
            ("advertising", advertising, state.link.isAdvertising),
            ("connected", connected, state.link.isConnected),
            ("haptic", haptic, state.motor?.isRunning ?? false),
            ("lit", lit, max(state.light.red, state.light.green, state.light.blue) > 0),
            ("button", button, state.button), ("powered", powered, state.power.isPowered),
        ]
    }

    /// `connected, not logging, log-fill at most 90 %`.
    var words: String {
        var words = answers(of: .blank).compactMap { name, wanted, _ in
            wanted.map { $0 ? name : "not \(name)" }
        }
        if let battery { words.append("battery \(battery.words)") }
        if let logFill { words.append("log-fill \(logFill.words)") }
        if let dropped { words.append("\(dropped.count) dropped") }
        if let resets { words.append("\(resets.count) resets") }
        return words.joined(separator: ", ")
    }
}
