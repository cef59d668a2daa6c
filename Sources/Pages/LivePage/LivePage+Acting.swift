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
    /// Does something to a board now, and records it.
    ///
    /// - Parameter browser: whose finger it is; nil for that of nobody who may leave.
    func act(_ section: Node, on board: Int, by browser: Int?) throws(PageError) {
        let action: Action
        do throws(ScenarioError) {
            action = try Action(section, on: board, of: run.scenario)
        } catch {
            throw Self.error(error.problems)
        }
        do throws(RunError) {
            // Before time moves on.
            try run.world.check(action)
            let time = try begin()
            run.world.perform(action, on: board)
            hold(action, board, browser)
            record.add(action, to: boards[board].device.name, at: time)
            traffic.tell("did", record.last ?? "", board, time)
        } catch {
            throw PageError(error.description)
        }
    }

    /// Remembers whose finger holds the button; a hand that leads the board lets go when the board
    /// goes on with its own motion.
    private func hold(_ action: Action, _ board: Int, _ browser: Int?) {
        guard case .input(let input) = action.kind else { return }
        switch input {
        case let button as Input.Button:
            if button.action == .press { holders[board] = browser }
            if button.action == .release { holders[board] = nil }
        case is Resume: record.endPath(board)
        default: break
        }
    }

    /// The problems in words; what was typed wrong before what is therefore missing.
    private static func error(_ problems: [Problem]) -> PageError {
        guard !problems.isEmpty else { return PageError("it cannot be done") }
        let words = problems.reversed().map {
            $0.fix.isEmpty ? $0.message : "\($0.message); \($0.fix)"
        }
        return PageError(words.joined(separator: "; "))
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
