import Declaration
import Motion
import Simulation

extension Input {
    package struct Altitude: ChangeInput {
        package static let key = "altitude"
        package static let about = "Changes the air pressure to that at an altitude."

        let change: Change<Length>

        package var words: String { "bring the board to \(change.to.text) above the sea" }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            run.environments[index].pressure = nil
            run.environments[index].altitude.ramp(
                to: change.to.metres, at: run.simulation.now, over: change.over)
        }
    }
}
