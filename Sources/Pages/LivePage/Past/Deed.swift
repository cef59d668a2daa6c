import ScenarioFile
import Simulation

/// What a person did to a board, and when: enough to do it again in another run of the same boards.
struct Deed {
    var time: Instant
    var board: Int
    var what: What

    enum What {
        /// An input or a fault.
        case act(Action)
        /// A hand leads the board to a pose.
        case lead(HandGoal)
        /// The hand lets go.
        case drop
    }
}
