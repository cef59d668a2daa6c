import Declaration
import Motion
import Simulation

/// What a board goes on with.
package enum Resume: String, Choice, InputKind {
    package static let title = "resumption"
    package static let key = "resume"
    package static let about =
        "Ends what `motion` and `path` of the inputs have begun: a hand brings the board within a moment to where its own"
        + " motion has got to meanwhile, and lets go."
    case motion

    package var about: String {
        "The board's own `motion`; a board without one goes back to its place."
    }
    package var words: String { "let it go on with its own motion" }

    package func apply(to index: Int, in run: any ScenarioWorld) {
        run.bodies[index].rejoin(from: run.simulation.now)
    }
}
