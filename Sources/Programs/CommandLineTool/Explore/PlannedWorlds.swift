import CommandLineProgram
import Declaration
import Exploration
import JSON
import ScenarioFile
import ScenarioRun
import YAML

/// The worlds of an exploration for a program that runs them itself, one line of JSON each: `boardsim explore --plan`.
struct PlannedWorlds {
    let root: Node
    let scenario: ScenarioFile
    let file: String

    private var boards: [String] { scenario.boards.map(\.name) }

    /// - Parameters:
    ///   - points: of the run without a fault.
    ///   - kinds: of faults; nil for all.
    ///   - canPlay: whether a scenario is one that can be run.
    func write(
        _ points: [Point], kinds: Set<String>?, canPlay: @escaping (Node) -> Bool,
        _ console: Console
    ) throws(RunError) {
        let plan = ExplorationPlan(points, kinds: kinds) {
            $0.isPossible(in: root, boards: boards, canPlay: canPlay)
        }
        for world in plan.worlds { console.write(try json(world, isWhole: true).line + "\n") }
    }

    /// - Parameter isWhole: whether its weaker forms are with it, the weakest first.
    private func json(_ world: ExplorationPlan.Planned, isWhole: Bool) throws(RunError) -> JSONValue
    {
        let changed = world.applied(to: root, boards: boards)
        var entries: [(String, JSONValue)] = [
            ("words", .string(world.words)), ("kinds", .string(world.kinds)),
            ("scenario", .string(changed.block())),
        ]
        if isWhole {
            var weaker: [JSONValue] = []
            for form in world.weaker { weaker.append(try json(form, isWhole: false)) }
            entries.append(("weaker", .array(weaker)))
        }
        do throws(ScenarioError) {
            let read = try ScenarioFile(root: changed, file: file, vocabulary: .firmware)
            let difference = WorldDocument(changed, read, since: root, in: .longest)
            guard case .object(let told) = difference.json else { return .object(entries) }
            return .object(entries + told)
        } catch {
            throw RunError(.input, "\(error)")
        }
    }
}
