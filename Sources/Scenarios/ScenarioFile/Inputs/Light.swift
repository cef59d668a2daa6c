import Declaration
import Motion
import Simulation

extension Input {
    package struct Light: ChangeInput {
        package static let key = "light"
        package static let about = "Changes the light that falls on the front of the board."

        let change: Change<Illuminance>

        package var words: String { "light the board with \(change.to.text)" }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            run.environments[index].illuminance.ramp(
                to: change.to.lux, at: run.simulation.now, over: change.over)
        }
    }
}
