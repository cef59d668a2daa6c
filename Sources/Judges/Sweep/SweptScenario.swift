import Declaration
import ScenarioFile
import ScenarioRun
import Simulation
import YAML

/// A scenario with keys that a sweep changes; the last combination of values is kept as it was read.
package final class SweptScenario {
    package let file: String
    package let root: Node
    private let sets: [Replacement]
    private let paths: [NodePath]
    private let vocabulary: Vocabulary
    private var last: (values: [String], scenario: Result<ScenarioFile, SweepError>)?
    private var moves = MoveMemory()

    /// Reads the file as it is; throws what is wrong with it.
    ///
    /// - Parameters:
    ///   - worlds: hostile worlds in which all of them are.
    ///   - sets: values of all worlds.
    ///   - paths: of the keys that worlds change.
    package init(
        _ text: [UInt8], file: String, worlds: [HostileWorld] = [], sets: [Replacement] = [],
        paths: [NodePath] = [], vocabulary: Vocabulary
    ) throws(SweepError) {
        self.file = file
        (self.sets, self.paths) = (sets, paths)
        self.vocabulary = vocabulary
        do {
            var root = try Node(parsing: text)
            for world in worlds {
                guard world.fits(root) else {
                    throw SweepError(
                        "--world \(world.name): the scenario has no board that can be so; omit it")
                }
                root = world.applied(to: root)
            }
            for set in sets { root = try set.applied(to: root) }
            self.root = root
            try Self.check(paths, sets.map(\.path), in: root)
        } catch let error as YAMLError {
            throw SweepError("\(file):\(error.mark): error: \(error.message); \(error.fix)")
        } catch {
            throw SweepError("\(error)")
        }
    }

    /// Refuses two ways to one value, such as `boards[0].model` and `boards[wrist].model`: it could
    /// have one of both only.
    private static func check(
        _ paths: [NodePath], _ sets: [NodePath], in root: Node
    ) throws(SweepError) {
        let ways = paths.map { root.places($0.parts) }
        for (index, way) in ways.enumerated() {
            if let other = ways[..<index].firstIndex(where: {
                $0.starts(with: way) || way.starts(with: $0)
            }) {
                throw SweepError(
                    "--vary names `\(paths[other])` and `\(paths[index])`, and one of them is the"
                        + " other or a part of it; vary one of them")
            }
            if let set = sets.first(where: { root.places($0.parts) == way }) {
                throw SweepError(
                    "`\(set)` is both set and varied; remove --set or --vary")
            }
        }
    }

    package func tree(_ values: [String]) throws(SweepError) -> Node {
        var tree = root
        for (path, value) in zip(paths, values) {
            tree = try Replacement(path, value).applied(to: tree)
        }
        return tree
    }

    package func scenario(_ values: [String]) throws(SweepError) -> ScenarioFile {
        if let last, last.values == values { return try last.scenario.get() }
        let scenario: Result<ScenarioFile, SweepError>
        do throws(SweepError) {
            scenario = .success(try read(tree(values), with: values))
        } catch {
            scenario = .failure(error)
        }
        last = (values, scenario)
        moves = MoveMemory()
        return try scenario.get()
    }

    /// - Parameter values: those in the tree that worlds change.
    package func read(
        _ tree: Node, with values: [String] = []
    ) throws(SweepError) -> ScenarioFile {
        do throws(ScenarioError) {
            return try ScenarioFile(root: tree, file: file, vocabulary: vocabulary)
        } catch {
            throw SweepError(describe(error, in: tree, values))
        }
    }

    /// Commands read the file alone before, so that what is wrong comes from their options.
    private func describe(_ error: ScenarioError, in tree: Node, _ values: [String]) -> String {
        let given =
            sets.map { (path: $0.path, option: "--set \(SweepHeader.quoted($0.text))") }
            + zip(paths, values).map { path, value in
                (path: path, option: "--vary \(SweepHeader.quoted("\(path)=\(value)"))")
            }
        guard !given.isEmpty else { return "\(error)" }
        return error.problems.map { problem in
            let own = given.filter { tree[path: $0.path]?.mark == problem.mark }
            let options = (own.isEmpty ? given : own).map(\.option).joined(separator: ", ")
            return options + (own.isEmpty ? ": \(error.file):\(problem.mark)" : "")
                + ": \(problem)"
        }.joined(separator: "\n")
    }

    /// Runs one world to its end, in virtual time.
    package func run(
        _ scenario: ScenarioFile, seed: UInt64, options: RunOptions
    ) throws(RunError) -> RunResult {
        var options = options
        options.seed = seed
        let run = try ScenarioRun(scenario, text: [], file: file, options: options)
        run.advance(to: Instant(nanoseconds: .max))
        return run.conclude()
    }

    /// One world: how it ended and what was measured.
    package func row(_ world: SweepPlan.World, options: RunOptions) -> SweepRow {
        do {
            var options = options
            let scenario = try scenario(world.values)
            options.moves = moves
            return SweepRow(world, try run(scenario, seed: world.seed, options: options))
        } catch {
            return SweepRow(world, invalid: "\(error)")
        }
    }
}
