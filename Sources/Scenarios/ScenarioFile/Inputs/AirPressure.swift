import Declaration
import Motion
import Simulation

extension Input {
    package struct AirPressure: ChangeInput {
        package static let key = "pressure"
        package static let about = "Changes the air pressure."

        let change: Change<Pressure>

        package var words: String { "bring the air to \(change.to.text)" }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            let environment = run.environments[index]
            let now = run.simulation.now
            var course = environment.pressure ?? Course(environment.pressure(at: now))
            course.ramp(to: change.to.pascals, at: now, over: change.over)
            environment.pressure = course
        }
    }
}
