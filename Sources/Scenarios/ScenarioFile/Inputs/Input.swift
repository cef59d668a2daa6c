import Declaration
import ScriptedClient
import Simulation
import YAML

package struct Input: LocatedSection {
    package static let example = """
        inputs:
          - {at: 5 s, button: click}
          - {at: 8 s, gpio: {pin: 0, voltage: 1.2 V}}
          - {at: 9 s, every: 500 ms, times: 100, button: click}
          - {at: 10 s, temperature: {to: 35 degC, over: 60 s}}
          - {at: 12 s, motion: [tap: {strength: 4 g}, throw: 3 m/s]}
          - at: 15 s
            path:
              - {position: [0.1 m, 0 m, 0.05 m]}
              - {after: 40 ms, position: [0.15 m, 0 m, 0.1 m], orientation: [0 deg, 30 deg, 0 deg]}
          - {at: 17 s, resume: motion}
        """

    /// When, and how often.
    package var timing = Recurrence()
    package var board = Reference(.board)
    package var kind: any InputKind = Button()
    package var mark = Mark.start

    package static let keys = Keys(Self(), "input") { keys in
        keys.about = "Something that happens to a board from outside, at a given time."
        Recurrence.declare(&keys, \.timing)
        keys.reference(\.board, "board", "The board.")
        keys.exactlyOne(\.kind, of: cases)
    }

    package func check(_ reader: Reader, at mark: Mark) {
        timing.check(Self.title, lasting: kind.duration, at: mark, reader)
    }

    /// The kinds of input, by key.
    static let kinds: [any InputKind.Type] =
        [
            Button.self, GPIO.self, Charger.self, BatteryLevel.self, PowerInput.self, Motion.self,
            Path.self, Resume.self,
        ] + surroundings

    /// The keys of a section that has one.
    package static let cases = Cases<any InputKind>("kind of input", kinds, as: { $0 }) {
        $0.read($1, $2)
    }
}

/// One kind of input: its keys, its duration, the boards it applies to, and its effect.
package protocol InputKind: Alternative {
    /// Instructions for a person with a real board.
    var words: String { get }
    /// How long it takes until it is over.
    var duration: Nanoseconds { get }
    /// Whether a run without an end of its own goes on until it is over.
    var isAwaited: Bool { get }
    /// What a board must have for it; `nil` if it applies to every board.
    var ability: Ability? { get }
    /// Applies it to a board now.
    func apply(to index: Int, in run: any ScenarioWorld)
}

extension InputKind {
    package var duration: Nanoseconds { .zero }
    package var isAwaited: Bool { false }
    package var ability: Ability? { nil }
}
