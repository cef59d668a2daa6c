import Bluetooth
public import Central
import Device
import MetaWearBoard
import Peripheral
public import Scenario
import Simulation
import TrikiCap
import VirtualRadio

/// The boards of the model, in this process and in virtual time; each case gets one fresh from the
/// shelf, in a world of its own.
public final class ModelTarget: ConformanceTarget {
    public let name = "model"
    public let boards: [BoardFacts]
    public let makesFixtures = true
    public let hasHands = true
    private let seed: UInt64
    private let options: RunOptions
    /// What the first link to each kind of board found.
    private var services: [String: [RemoteService]] = [:]

    /// Some of the products that are modelled.
    ///
    /// - Parameter options: how files that cases name are read, and what pairing needs.
    public init(
        _ models: [BoardModel] = BoardModel.allCases, seed: UInt64 = 1,
        options: RunOptions = RunOptions()
    ) {
        boards = models.map(BoardFacts.init)
        self.seed = seed
        self.options = options
    }

    public func prepare(
        _ item: ConformanceCase, on facts: BoardFacts
    ) throws(AccessError) -> CaseSeat {
        guard let model = BoardModel(rawValue: facts.model) else {
            throw .unable("\(facts.model) is not modelled")
        }
        var document = Document()
        document.seed = Int(clamping: seed)
        document.world = item.world
        document.boards = [item.board.board(model)]
        var options = options
        options.isOpenEnded = true
        let run: ScenarioRun
        do throws(RunError) {
            run = try ScenarioRun(document, text: [], file: "", options: options)
        } catch {
            throw .unable("\(error)")
        }
        let access = InProcessAccess(
            Central(on: run.air, name: "tester"), to: run.boards[0].address)
        // What the first link discovered is not asked again by the next case. Later links of a case
        // may meet the bootloader, which has other services.
        access.knownServices = services[model.rawValue]
        access.onDiscovery = { [weak self] found in
            guard let self, services[model.rawValue] == nil else { return }
            services[model.rawValue] = found
        }
        return CaseSeat(access: access, world: ModelWorld(run))
    }

    public func finish(_ seat: CaseSeat) { seat.access.close() }

    public func words(_ packet: [UInt8], fromBoard: Bool, of facts: BoardFacts) -> String {
        BoardWords.words(packet, fromBoard: fromBoard, of: facts)
    }
}
