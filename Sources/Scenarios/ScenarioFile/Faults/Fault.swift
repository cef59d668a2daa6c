import Declaration
import ScriptedClient
import Simulation
import YAML

package struct Fault: LocatedSection {
    package static let example = """
        faults:
          - {at: 20 s, link-loss: 5 s}
          - {at: 40 s, interference: {loss: 30 %, for: 10 s}}
          - {at: 60 s, brown-out: 500 ms}
          - {at: 70 s, every: 30 s, times: 20, link-loss: 8 s}
        """

    /// When, and how often.
    package var timing = Recurrence()
    package var board = Reference(.board)
    package var kind: any FaultKind = ResetFault()
    package var mark = Mark.start

    package static let keys = Keys(Self(), "fault") { keys in
        keys.about = "Something that goes wrong at a given time."
        Recurrence.declare(&keys, \.timing)
        keys.reference(\.board, "board", "The board.")
        keys.exactlyOne(\.kind, of: cases)
    }

    package func check(_ reader: Reader, at mark: Mark) {
        timing.check(Self.title, lasting: kind.span, at: mark, reader)
    }

    /// The kinds of fault, by key.
    static let kinds: [any FaultKind.Type] = [
        LinkLoss.self, RangeFault.self, Interference.self, ResetFault.self, BrownOut.self,
        StuckSensor.self, FlashFull.self, MuteModule.self, SlowModule.self, LosePacket.self,
        DoublePacket.self, RefuseRequest.self, Upon.self,
    ]

    /// The keys of a section that has one.
    package static let cases = Cases<any FaultKind>("kind of fault", kinds, as: { $0 }) {
        $0.read($1, $2)
    }

    /// How long a fault may last.
    static let durations = Nanoseconds.milliseconds(1)...Nanoseconds.longest
}

/// One kind of fault: its keys, its duration, the boards it applies to, and its effect.
package protocol FaultKind: Alternative, Section {
    /// For the trace.
    var words: String { get }
    /// How long it lasts each time; `nil` if it is permanent.
    var span: Nanoseconds? { get }
    /// For how long each time a client may be without the board, until it has recovered; `nil` if for good.
    var outage: Nanoseconds? { get }
    /// What a board must have for it; `nil` if it applies to every board.
    var ability: Ability? { get }
    /// Whether a person can cause it on a real board.
    var isInHumanHands: Bool { get }
    /// Applies it to a board now.
    func apply(_ index: Int, in run: any ScenarioWorld)
}

extension FaultKind {
    package var words: String { Self.key }
    package var outage: Nanoseconds? { span.map { $0 + Outage.afterLink } }
    package var ability: Ability? { nil }
    package var isInHumanHands: Bool { false }
}
