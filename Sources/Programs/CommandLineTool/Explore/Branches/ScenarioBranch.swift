import Declaration
import Exploration
import JSON
import ScenarioFile
import ScenarioRun
import Simulation
import YAML

/// The run of a scenario without a fault, which can still become one with a fault.
final class ScenarioBranch: BranchingWorld {
    private let played: PlayedWorld
    private let file: String
    private let root: Node
    private let boards: [String]
    private let points: [Point]

    /// - Parameters:
    ///   - played: nothing has happened in it yet.
    ///   - root: its scenario.
    ///   - boards: their names.
    ///   - points: of this run.
    init(
        _ played: PlayedWorld, file: String, _ root: Node, _ boards: [String], _ points: [Point]
    ) {
        (self.played, self.file, self.root) = (played, file, root)
        (self.boards, self.points) = (boards, points)
        for board in boards.indices {
            let packets = points.filter { $0.board == board }.compactMap(\.occurrence)
            played.run.count(packets, of: board)
        }
        // What reading a fault and writing an outcome leave in memory is shared by all copies, if it is there before.
        let packet = points.firstIndex(where: \.isPacket) ?? 0
        for trouble in 0..<Branch.troubleCount {
            _ = faults(of: Branch(point: packet, trouble: trouble))
        }
        _ = try? WorldOutcome().json().canonical
    }

    private func faults(of branch: Branch) -> [Fault]? {
        guard let part = branch.fault(in: root, boards: boards, points: points) else { return nil }
        return (try? ScenarioFile(root: part, file: file, vocabulary: .firmware))?.faults
    }

    var packets: Int { played.packets }

    func advance(events: Int) -> Bool { played.run.advance(events: events) }

    func outcome(of branch: Branch) -> WorldOutcome? {
        guard let faults = faults(of: branch), played.run.add(faults) else { return nil }
        played.run.advance(to: Instant(nanoseconds: .max))
        return played.end()?.outcome
    }
}
