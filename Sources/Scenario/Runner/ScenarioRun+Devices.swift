import Device
import FlashStore
import MetaWearBoard
import Motion
import Simulation

extension ScenarioRun {
    /// The device that a scenario describes, switched on now.
    func device(
        _ board: Board, body: ScriptedBody, environment: SimpleEnvironment, _ options: RunOptions
    ) throws(RunError) -> any SimulatedDevice {
        let profile = board.profile
        let storage = try openStorage(board, profile, options)
        let model = MetaWearBoard(
            profile, name: board.name,
            address: board.address
                ?? Document.inventedAddress(board.name, seed: simulation.seed),
            serialNumber: board.serial, quirks: board.quirkSet(of: profile), body: body,
            environment: environment,
            sensors: board.sensors.errors == .ideal ? .ideal : .realistic,
            specimen: board.sensors.specimen, clockDrift: board.clockDrift.partsPerMillion,
            storage: storage, in: simulation)
        if board.deviceName != "MetaWear" { model.setDeviceName(board.deviceName) }
        return model
    }

    /// The flash that the board had when the last run ended; nil if nobody wants it kept.
    private func openStorage(
        _ board: Board, _ profile: BoardProfile, _ options: RunOptions
    ) throws(RunError) -> FlashDirectory? {
        guard let folder = stateFolder(board, options) else { return nil }
        do throws(FlashStoreError) {
            let storage = try FlashDirectory(folder, for: profile)
            notes += storage.notes.map { "flash of \(board.name): \($0)" }
            storages.append((board.name, storage))
            return storage
        } catch {
            throw RunError(.environment, "\(file):\(board.mark): error: \(error)")
        }
    }
}
