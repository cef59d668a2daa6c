import Declaration
import Testing

@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// The revisions that a scenario may name are those that the simulated boards have.
@Suite struct FirmwareRevisionTests {
    @Test(arguments: [
        ("MetaMotion R", "9.9.9", "the known revisions are: 1.5.0, 1.1.3"),
        ("MetaMotion S", "../../fw", "the known revisions are: 1.7.2, 1.7.3, 1.1.3"),
        ("MetaMotion RL", "1.5.0", "the known revisions are: 1.7.3, 1.1.3"),
        ("Triki", "3.2.1", "the known revisions are: 3.2.1-A, 3.2.1-B"),
    ])
    func `firmware without a table is refused, and the known ones are named`(
        model: String, firmware: String, fix: String
    ) throws {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile(
                "version: 1\nboards:\n  - {name: a, model: \(model), firmware: \(firmware)}\n",
                vocabulary: .firmware)
        }
        let problem = try #require(error?.problems.first)
        #expect(error?.problems.count == 1)
        #expect(
            problem.message == "firmware `\(firmware)` is not known for a \(model)")
        #expect(problem.fix == fix)
        #expect("\(problem.mark)" == "3:\(34 + model.utf8.count)")
    }

    @Test(arguments: BoardModel.allCases)
    func `each known firmware of each model is taken, no other`(_ model: BoardModel) throws {
        for firmware in model.firmwareRevisions {
            let scenario = try ScenarioFile(
                "version: 1\nboards: [{name: a, model: \(model.rawValue), firmware: \(firmware)}]\n",
                vocabulary: .firmware)
            #expect(scenario.boards[0].firmware?.text == firmware)
        }
        #expect(throws: ScenarioError.self) {
            try ScenarioFile(
                "version: 1\nboards: [{name: a, model: \(model.rawValue), firmware: 1.9.9}]\n",
                vocabulary: .firmware)
        }
    }
}
