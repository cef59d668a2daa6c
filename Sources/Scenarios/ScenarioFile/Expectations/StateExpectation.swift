import Declaration
import ScriptedClient
import YAML

package struct StateExpectation: JudgementKind {
    package static let key = "state"
    package var logging: Bool?
    package var advertising: Bool?
    package var connected: Bool?
    package var haptic: Bool?
    package var powered: Bool?
    package var resets: Int?

    package static let keys = Keys(Self(), "state of a board") { keys in
        keys.about =
            "The board is in all of these states at the same time; a state that is left out is"
            + " not checked."
        let either = "not checked"
        keys.optional(\.logging, "logging", otherwise: either, "Whether the log is running.")
        keys.optional(\.advertising, "advertising", otherwise: either, "Whether it is advertising.")
        keys.optional(\.connected, "connected", otherwise: either, "Whether a client is connected.")
        keys.optional(\.haptic, "haptic", otherwise: either, "Whether the motor or buzzer runs.")
        keys.optional(\.powered, "powered", otherwise: either, "Whether it has power.")
        keys.optional(
            \.resets, "resets", in: 0...Int.max, otherwise: "any number",
            "How many times it has reset since the run began, including brown-outs.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if logging == nil, advertising == nil, connected == nil, haptic == nil, powered == nil,
            resets == nil
        {
            reader.fail("no state is given", at: mark, fix: "add for example `logging: true`")
        }
    }

    var words: String { "state of the board" }
    var ability: Ability? { logging != nil ? .log : haptic != nil ? .motor : nil }
    var demand: String { logging != nil ? "logging" : "haptic" }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        let state = judge.state([.power, .link, .motor, .log])
        var wrong: [String] = []
        func check(_ wanted: Bool?, _ actual: Bool, _ name: String) {
            if let wanted, wanted != actual { wrong.append("\(name) is \(actual)") }
        }
        check(logging, state.log?.isRecording ?? false, "logging")
        check(advertising, state.link.isAdvertising, "advertising")
        check(connected, state.link.isConnected, "connected")
        check(haptic, state.motor?.isRunning ?? false, "haptic")
        check(powered, state.power.isPowered, "powered")
        if let resets, resets != state.power.resets { wrong.append("\(state.power.resets) resets") }
        return Expectation.Finding(
            holds: wrong.isEmpty, isFinal: wrong.isEmpty,
            detail: wrong.isEmpty
                ? "so at \(judge.now)" : wrong.joined(separator: ", "))
    }
}
