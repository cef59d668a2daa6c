import Device
import ScriptedClient
import Simulation

/// What an expectation sees of the run while it is judged.
package protocol JudgeContext: AnyObject {
    /// The place of the expectation in the scenario.
    var place: Int { get }
    /// The place of the board that it is about.
    var board: Int { get }
    /// The board that it is about.
    var device: any SimulatedDevice { get }
    /// The client that it is about, if there is one.
    var client: ScriptedClient? { get }
    var now: Instant { get }
    var deadline: Instant { get }
    /// How many samples the board's inertial chip makes where its rate is one.
    var chipSpeed: Double { get }
    /// What fitted, counted as it happens.
    var matches: Int { get set }
    /// Lines of the trace that contain what was asked for.
    var linesFound: Int { get }
    /// Counts lines of the trace that contain a text from now on.
    func watchTrace(for text: String)
}

extension JudgeContext {
    /// The log of a device that has one.
    var memory: RecordingMemory? { (device as? any RecordingDevice)?.recording }

    /// A count; one that can only grow is lost for good when it is too high.
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
    /// What was found so far.
    package struct Finding {
        package var holds: Bool
        /// Nothing that may still happen can change it.
        package var isFinal: Bool
        private var text: () -> String

        /// - Parameter detail: made only when it is told: most looks decide nothing.
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
