import Declaration
import Exploration
import ScenarioFile
import ScenarioRun
import YAML

/// An oracle and the scenario that is explored.
struct WorldOracle: @unchecked Sendable {
    // Whether it is stopped is one flag of the process.

    let program: Oracle
    /// The scenario without the exploration's faults.
    let base: Node
    /// Whether somebody has interrupted the exploration.
    let isStopped: () -> Bool

    /// What came of a world, by its own end and by the oracle.
    ///
    /// - Parameters:
    ///   - root: the scenario that goes wrong.
    ///   - file: beside which the files lie that it names.
    ///   - folder: for files of the call.
    ///   - lastRight: the last thing of the client that went right.
    func judged(
        _ outcome: WorldOutcome, of root: Node, file: String, in folder: String, lastRight: String,
        _ document: (WorldDocument) -> OracleDocument
    ) -> WorldOutcome {
        var outcome = outcome
        let scenario: ScenarioFile
        do throws(ScenarioError) {
            scenario = try ScenarioFile(root: root, file: file, vocabulary: .firmware)
        } catch {
            outcome.problem = "\(error)"
            return outcome
        }
        let difference = WorldDocument(root, scenario, since: base, in: outcome.duration)
        switch program.judge(document(difference), in: folder, isStopped) {
        case .passed: break
        case .broken(let why): outcome.problem = why
        case .failed(let why):
            // Where nothing can succeed, what the client says of itself is no failure; this is one.
            let isExcused = difference.isFatal && outcome.failure?.isHang == false
            guard outcome.failure == nil || isExcused else { break }
            outcome.failure = WorldOutcome.Failure(
                what: "the oracle: \(why)", lastRight: lastRight, isInformed: true)
        }
        return outcome
    }
}
