import Declaration
import Motion
import Simulation

extension Input {
    package struct NearestObject: ChangeInput {
        package static let key = "nearest-object"
        package static let about = "Moves the nearest object in front of the board."

        let change: Change<Length>

        package var words: String { "hold something \(change.to.text) before the board's face" }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            let environment = run.environments[index]
            // An object that was not there before comes from far away.
            var course = environment.objectDistance ?? Course(change.over > .zero ? 10 : 0)
            course.ramp(to: change.to.metres, at: run.simulation.now, over: change.over)
            environment.objectDistance = course
        }
    }
}
