import Central
import Declaration
import Device
import Peripheral
import ScenarioFile
import ScenarioRun

@testable import Conformance
@testable import Qualification

/// A board of the model with a radio that may alter what goes through it.
final class Workshop {
    let run: ScenarioRun
    let port: TwistedPort
    let access: BoardAccess

    init(_ model: BoardModel, quirks: [String: Bool] = [:], _ twist: Twist = Twist()) throws {
        var scenario = ScenarioFile()
        var fixture = Fixture()
        fixture.quirks = QuirkSettings(
            quirks.sorted { $0.key < $1.key }.map { Setting($0.key, "\($0.value)") })
        scenario.boards = [fixture.board(model)]
        var options = RunOptions()
        options.seed = 1
        options.isOpenEnded = true
        run = try ScenarioRun(scenario, text: [], file: "", options: options)
        let air = AirPort(Central(on: run.air, name: "tester"))
        air.know(run.boards[0].address)
        port = TwistedPort(air, twist, run.simulation)
        access = BoardAccess(
            port, to: .address(run.boards[0].address), named: "model", on: run.simulation)
    }

    var seat: CaseContext { CaseContext(access: access, world: nil) }

    /// Somebody who sees the red light.
    var eye: (String) -> Bool? {
        { [board = run.boards[0]] _ in board.brightness(of: .red) > 0 }
    }

    /// What all experiments that look at a row say.
    func report(
        on row: Int? = nil, consent: Set<Loss> = Set(Loss.allCases), seesLight: Bool = true
    ) throws -> QualificationReport {
        let names = Experiment.all.filter { experiment in row.map(experiment.rows.contains) ?? true
        }.map(\.name)
        let qualification = try Qualification(
            seat, consent: consent, chosen: names, person: seesLight ? eye : nil)
        while qualification.step() {}
        return qualification.report(tool: "test")
    }
}
