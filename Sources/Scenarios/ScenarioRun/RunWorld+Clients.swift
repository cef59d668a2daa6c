import Declaration
import MetaWearTables
import Peripheral
import ScenarioFile
import ScriptedClient
import TrikiCap

extension RunWorld: ClientWorld {
    package func place(of board: Reference?) -> Int { scenario.board(board) }

    package func target(_ board: Int) -> ClientTarget {
        let device = boards[board]
        return ClientTarget(
            name: device.name, address: device.address,
            isCap: scenario.boards[board].model == .triki)
    }

    package func contents(of path: String) throws(StepFailure) -> [UInt8] {
        switch readFile(MoveReader(file: file, readFile: readFile).path(path)) {
        case .success(let bytes): return bytes
        case .failure(let why): throw StepFailure("\(path) cannot be read: \(why)")
        }
    }

    package func passkeyShown(by board: Int) -> UInt32? { passkeysShown[boards[board].name] }

    package func truth(of kind: Measurand, on board: Int) -> Truth {
        // What a device's sensors move with, in their own axes.
        Truth(kind, (boards[board] as? TrikiCap)?.chip ?? bodies[board], environments[board])
    }
}
