import Device
import ScriptedClient
import Simulation

/// What an expectation can see of the run while it is judged.
package protocol JudgeContext: AnyObject {
    /// The place of the expectation in the scenario.
    var place: Int { get }
    /// The place of the board that it is about.
    var board: Int { get }
    /// The board that it is about.
    var device: any SimulatedDevice { get }
    /// Parts of its state now.
    func state(_ parts: BoardState.Parts) -> BoardState
    /// The client that it is about, if there is one.
    var client: ScriptedClient? { get }
    var now: Instant { get }
    var deadline: Instant { get }
    /// How many samples the board's inertial chip makes where its rate is one.
    var chipSpeed: Double { get }
    /// Matches, counted as they happen.
    var matches: Int { get set }
    /// Matching lines of the trace.
    var linesFound: Int { get }
    /// Starts counting the trace lines that contain a text.
    func watchTrace(for text: String)
}

extension JudgeContext {
    /// The log of a device that has one.
    var memory: RecordingMemory? { (device as? any RecordingDevice)?.recording }

    /// Judges a count. One that can only grow has failed for good when it is too high.
    func judge(
        _ wanted: Count, _ count: Int, _ what: String, canShrink: Bool = false
    ) -> Expectation.Finding {
        let isTooMany = !canShrink && (wanted.atMost.map { count > $0 } ?? false)
        let holds = wanted.contains(count)
        return Expectation.Finding(
            holds: holds, isFinal: isTooMany || (holds && wanted.isOpen),
            detail: "\(count) \(what), wanted \(wanted)")
    }
}

extension Expectation {
    package struct Finding {
        package var holds: Bool
        /// Whether it can no longer change.
        package var isFinal: Bool
        private var text: () -> String

        /// - Parameter detail: evaluated only when it is shown, since most checks decide nothing.
        init(holds: Bool, isFinal: Bool, detail: @autoclosure @escaping () -> String) {
            self.holds = holds
            self.isFinal = isFinal
            text = detail
        }

        package var detail: String { text() }

        mutating func add(_ more: @autoclosure @escaping () -> String) {
            let before = text
            text = { before() + more() }
        }
    }
}
