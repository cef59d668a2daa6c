import Motion
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun

@Suite struct RestTests {
    /// What a board at rest feels, in g along its own axes, two seconds after it was turned.
    @Test(
        arguments: [
            ("face-up", (0, 0, 1)), ("face-down", (0, 0, -1)), ("top-up", (0, 1, 0)),
            ("bottom-up", (0, -1, 0)), ("left-up", (-1, 0, 0)), ("right-up", (1, 0, 0)),
            ("as-it-is", (0, 0, -1)),
        ] as [(String, (Double, Double, Double))])
    func `a board lies on the side that is named`(
        _ side: String, _ force: (Double, Double, Double)
    ) throws {
        let text = """
            version: 1
            boards:
              - name: wrist
                model: MetaMotion S
                motion: [turn: {by: 180 deg, about: x, for: 1 s}, rest: {facing: \(side), for: 3 s}]
            """
        let run = try ScenarioRun(try ScenarioFile(text), text: Array(text.utf8), file: "t")
        let felt = run.bodies[0].specificForce(at: .zero + .seconds(3)) * (1 / 9.80665)
        #expect(abs(felt.x - force.0) < 0.001, "\(felt)")
        #expect(abs(felt.y - force.1) < 0.001, "\(felt)")
        #expect(abs(felt.z - force.2) < 0.001, "\(felt)")
    }
}
