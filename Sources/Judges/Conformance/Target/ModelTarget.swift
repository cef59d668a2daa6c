import Central
import Declaration
import Device
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation

/// The boards of the model, in this process and in virtual time; each case gets one fresh from the
/// shelf, in a world of its own.
package final class ModelTarget: ConformanceTarget {
    package let name = "model"
    package let boards: [BoardFacts]
    package let makesFixtures = true
    package let hasHands = true
    private let seed: UInt64
    private let options: RunOptions
    /// The services found on a link to each kind of board.
    private var services: [String: [RemoteService]] = [:]

    /// Some of the modelled products.
    ///
    /// - Parameter options: how files that cases name are read, and what pairing needs.
    package init(
        _ models: [BoardModel] = BoardModel.allCases, seed: UInt64 = 1,
        options: RunOptions = RunOptions()
    ) {
        boards = models.map(BoardFacts.init)
        self.seed = seed
        self.options = options
    }

    package func prepare(
        _ item: ConformanceCase, on facts: BoardFacts
    ) throws(AccessError) -> CaseContext {
        guard let model = BoardModel(rawValue: facts.model) else {
            throw .unable("\(facts.model) is not modelled")
        }
        let run = try world(item.world, item.board.board(model))
        let access = Self.access(run)
        // Later links of a case may meet the bootloader, which has other services.
        access.knownServices = try services(of: model)
        return CaseContext(access: access, world: ModelWorld(run))
    }

    /// The services of a board in factory state. They are discovered once, in a separate world, so that
    /// the first case takes no longer, and a part of a run gives the same results as the whole.
    private func services(of model: BoardModel) throws(AccessError) -> [RemoteService] {
        if let known = services[model.rawValue] { return known }
        let access = Self.access(try world(World(), Fixture().board(model)))
        defer { access.close() }
        try access.connect(within: .seconds(30))
        let found = try access.discover()
        services[model.rawValue] = found
        return found
    }

    private func world(
        _ world: World, _ board: Board
    ) throws(AccessError) -> ScenarioRun {
        var scenario = ScenarioFile()
        scenario.world = world
        scenario.boards = [board]
        var options = options
        options.seed = seed
        options.isOpenEnded = true
        do throws(RunError) {
            return try ScenarioRun(scenario, text: [], file: "", options: options)
        } catch {
            throw .unable(error.withoutPlace)
        }
    }

    private static func access(_ run: ScenarioRun) -> BoardAccess {
        BoardAccess(Central(on: run.air, name: "tester"), to: run.boards[0].address)
    }

    package func finish(_ seat: CaseContext) { seat.access.close() }

    package func words(_ packet: [UInt8], fromBoard: Bool, of facts: BoardFacts) -> String {
        BoardWords.words(packet, fromBoard: fromBoard, of: facts)
    }
}
