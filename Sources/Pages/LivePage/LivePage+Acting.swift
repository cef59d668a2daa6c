import Declaration
import Motion
import PageModel
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
            throw PageError(error.problems)
        }
        do throws(RunError) {
            // Before time moves on.
            try run.world.check(action)
            let time = try begin()
            try perform(Deed(time: time, board: board, what: .act(action)), action.words)
            hold(action, board, browser)
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
        default: break
        }
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
        let goal = try HandGoal(place, attitude)
        do throws(RunError) {
            let time = try begin()
            try perform(Deed(time: time, board: board, what: .lead(goal)), "drag")
        } catch {
            throw PageError(error.description)
        }
    }

    /// The hand lets go.
    func drop(_ board: Int) {
        let deed = Deed(time: run.now, board: board, what: .drop)
        // Nothing of the run depends on it: it is no reason for another future.
        guard branch.isNewest(shown) else { return }
        branch.add(deed, in: shown)
        shown.perform(deed)
    }
}

extension PageError {
    /// The problems in words; what was typed wrong before what is therefore missing.
    init(_ problems: [Problem]) {
        guard !problems.isEmpty else {
            self.init("it cannot be done")
            return
        }
        let words = problems.reversed().map {
            $0.fix.isEmpty ? $0.message : "\($0.message); \($0.fix)"
        }
        self.init(words.joined(separator: "; "))
    }
}
