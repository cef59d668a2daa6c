import Declaration
import Motion
import Simulation

extension Input {
    package struct AirHumidity: ChangeInput {
        package static let key = "humidity"
        package static let about = "Changes the relative humidity."

        let change: Change<Ratio>

        package var words: String { "bring the air to \(change.to.text) of humidity" }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            run.environments[index].humidity.ramp(
                to: change.to.percent, at: run.simulation.now, over: change.over)
        }
    }
}
