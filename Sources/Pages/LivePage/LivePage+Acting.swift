import Declaration
import Device
import Motion
import PageModel
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation
import YAML

extension LivePage {
    /// Does now what an entry of a scenario says, and records it.
    ///
    /// - Parameters:
    ///   - key: what it is: `button`.
    ///   - value: in YAML.
    func act(
        _ list: SessionRecord.List, _ board: Int, _ key: String, _ value: String
    ) throws(PageError) {
        let node: Node
        do throws(YAMLError) {
            node = try Node(parsing: value)
        } catch {
            throw PageError("`\(key)` is `\(value)`: \(error.message)")
        }
        try act(list, board, key, node)
    }

    /// Does what an entry says that a person has written.
    func enter(_ board: Int, _ text: String) throws(PageError) {
        let node: Node
        do throws(YAMLError) {
            node = try Node(parsing: text)
        } catch {
            throw PageError("\(error)")
        }
        guard case .mapping(let entries) = node.content, let entry = entries.first,
            entries.count == 1
        else {
            throw PageError("write one key of `inputs` or `faults`, for example `button: click`")
        }
        let isFault = Fault.keyNames.contains(entry.name)
        try act(isFault ? .faults : .inputs, board, entry.name, entry.value)
    }

    private func act(
        _ list: SessionRecord.List, _ board: Int, _ key: String, _ value: Node
    ) throws(PageError) {
        let name = boards[board].device.name
        let deed: Deed
        do throws(ScenarioError) {
            deed = try Deed(
                list == .inputs ? .input : .fault, Node([(key, value)]), on: board,
                of: run.scenario, Vocabulary())
        } catch {
            throw Self.error(error.problems)
        }
        do throws(RunError) {
            // Before time moves on.
            if case .input(let input) = deed { try run.world.check(input) }
            let time = try begin()
            try run.world.perform(deed, on: board)
            let words = "\(name): \(deed.words)"
            record.add(
                SessionRecord.Entry(list: list, time: time, board: name, key: key, value: value),
                words: words)
            traffic.tell("did", words, board, time)
        } catch {
            throw PageError(error.description)
        }
    }

    /// The first problem in words.
    private static func error(_ problems: [Problem]) -> PageError {
        guard let problem = problems.first else { return PageError("it cannot be done") }
        return PageError(
            problem.fix.isEmpty ? problem.message : "\(problem.message); \(problem.fix)")
    }

    /// The time of a command.
    private func begin() throws(RunError) -> Instant {
        beforeCommand()
        guard !run.isOver else { throw RunError(.input, "the run is over") }
        let time = moment()
        guard !run.isOver else { throw RunError(.input, "the run is over") }
        return time
    }

    /// A hand outside, such as a phone's, turns a board; not after the end of the run.
    package func turn(_ board: Int, towards attitude: Quaternion) {
        _ = try? lead(board, to: nil, attitude)
    }

    /// A hand leads a board to a pose.
    func lead(
        _ board: Int, to place: Vector3?, _ attitude: Quaternion?
    ) throws(PageError) {
        guard place != nil || attitude != nil else {
            throw PageError("drag: give `p`, `q` or both")
        }
        let name = boards[board].device.name
        var entries: [(String, Node)] = []
        func written(_ value: Double, _ scale: Double, _ unit: String) -> Node {
            let rounded = (value * scale).rounded() / scale
            return Node("\(Written.text(rounded == 0 ? 0 : rounded)) \(unit)")
        }
        if let place {
            entries.append(
                ("position", Node([place.x, place.y, place.z].map { written($0, 1e4, "m") })))
        }
        if let attitude {
            let square =
                attitude.w * attitude.w + attitude.x * attitude.x + attitude.y * attitude.y
                + attitude.z * attitude.z
            guard square > 0.5, square < 2 else {
                throw PageError("drag: `q` must be a unit quaternion")
            }
            let angles = attitude.normalized.rollPitchYaw
            entries.append(
                ("orientation", Node(angles.map { written($0 * 180 / .pi, 100, "deg") })))
        }
        let reader = Declaration.Reader()
        let goal = Input.Path.Goal.read(Node(entries), reader)
        guard reader.problems.isEmpty else { throw Self.error(reader.problems) }
        let time: Instant
        do throws(RunError) { time = try begin() } catch { throw PageError(error.description) }
        goal?.lead(board, in: run.world)
        let isNew = record.pathBegan(board) == nil
        let began = record.pathBegan(board) ?? time
        if time > began { entries.insert(("after", Node((time - began).written)), at: 0) }
        record.lead(board, name, Node(entries), at: time)
        if isNew { traffic.tell("did", "\(name): drag", board, time) }
    }
}

extension Quaternion {
    /// Roll about the world's x first, pitch about its y, yaw about its z last; radians.
    var rollPitchYaw: [Double] {
        let sine = max(-1, min(1, 2 * (w * y - z * x)))
        return [
            Elementary.arcTangent(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
            Elementary.arcSine(sine),
            Elementary.arcTangent(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
        ]
    }
}

extension Deed {
    /// For a person.
    fileprivate var words: String {
        switch self {
        case .input(let input): input.kind.words
        case .fault(let fault): fault.kind.words
        }
    }
}
