import Declaration
import Motion
import Simulation

extension Input {
    package struct AirTemperature: ChangeInput {
        package static let key = "temperature"
        package static let about = "Changes the air's temperature."

        let change: Change<Temperature>

        package var words: String { "bring the air to \(change.to.text)" }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            run.environments[index].temperature.ramp(
                to: change.to.celsius, at: run.simulation.now, over: change.over)
        }
    }
}
