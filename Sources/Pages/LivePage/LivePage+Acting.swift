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
        let reader = Declaration.Reader()
        var deed = SessionRecord.Deed(
            list: list, time: .zero, board: name, key: key, value: value)
        switch list {
        case .inputs:
            let input = Input.read(deed.entry, reader)
            try check(reader, input?.kind, board)
            guard let input else { return }
            do throws(RunError) {
                try run.check(input)
            } catch {
                throw PageError(error.description)
            }
            deed.time = try begin()
            input.kind.apply(to: board, in: run)
            did(deed, "\(name): \(input.kind.words)", board)
        case .faults:
            let fault = Fault.read(deed.entry, reader)
            try check(reader, fault?.kind, board)
            guard let fault else { return }
            deed.time = try begin()
            run.apply(fault.kind, to: board)
            did(deed, "\(name): \(fault.kind.words)", board)
        }
    }

    private func did(_ deed: SessionRecord.Deed, _ words: String, _ board: Int) {
        record.add(deed, words: words)
        traffic.tell("did", words, board, deed.time)
    }

    private func check(
        _ reader: Declaration.Reader, _ kind: (any Alternative)?, _ board: Int
    ) throws(PageError) {
        if reader.problems.isEmpty, let kind { run.scenario.check(kind, of: board, reader) }
        guard let problem = reader.problems.first else { return }
        throw PageError(
            problem.fix.isEmpty ? problem.message : "\(problem.message); \(problem.fix)")
    }

    /// The time of a command.
    private func begin() throws(PageError) -> Instant {
        beforeCommand()
        guard !run.isOver else { throw PageError("the run is over") }
        let time = moment()
        guard !run.isOver else { throw PageError("the run is over") }
        onPace()
        return time
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
        try check(reader, nil, board)
        let time = try begin()
        goal?.lead(board, in: run)
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
