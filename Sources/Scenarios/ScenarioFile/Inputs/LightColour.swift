import Declaration
import Motion
import Simulation

extension LightColour: InputKind {
    package static let key = "light-colour"
    package static let about = "Changes the light source."

    package var words: String { "light the board with \(rawValue)" }

    package func apply(to index: Int, in run: any ScenarioWorld) {
        run.environments[index].lightColour.set(kelvin, at: run.simulation.now)
    }
}
