import Declaration
import Device
import FlashStore
import MetaWearBoard
import Motion
import ScenarioFile
import ScriptedClient
import Simulation
import TrikiCap

extension RunWorld {
    /// The device that a scenario describes, switched on now.
    func device(
        _ board: Board, body: ScriptedBody, environment: SimpleEnvironment, _ options: RunOptions
    ) throws(RunError) -> any SimulatedDevice {
        let address =
            board.address ?? ScenarioFile.inventedAddress(board.name, seed: simulation.seed)
        guard let profile = board.profile else {
            return TrikiCap(
                name: board.name, address: address, serialNumber: board.serial,
                firmwareRevision: board.firmware?.text ?? TrikiCap.firmwareRevisions[0],
                localName: board.deviceName == Board().deviceName ? nil : board.deviceName,
                switches: TrikiSwitches(board.triki ?? TrikiSettings()), body: body,
                environment: environment, hasIdealSensors: board.sensors.errors == .ideal,
                specimen: board.sensors.specimen, in: simulation)
        }
        let storage = try openStorage(board, profile, options)
        let model = MetaWearBoard(
            profile, name: board.name, address: address,
            serialNumber: board.serial, quirks: board.quirkSet(of: profile), body: body,
            environment: environment,
            sensors: board.sensors.errors == .ideal ? .ideal : .realistic,
            specimen: board.sensors.specimen,
            chipFast: board.sensors.clock.map { $0.partsPerMillion * 1e-6 },
            clockDrift: board.clockDrift.partsPerMillion, storage: storage, in: simulation)
        if board.deviceName != "MetaWear" { model.setDeviceName(board.deviceName) }
        if board.uptime > .zero { model.setUptime(board.uptime) }
        for device in board.bus {
            model.attach(device.device(in: environment), at: device.busPlace)
        }
        if !board.before.isEmpty {
            note("what its previous owner wrote:", by: board.name)
            model.performBefore(board.before.map(\.bytes))
        }
        return model
    }

    /// How many samples a board's inertial chip makes where its rate is one.
    func chipSpeed(_ index: Int) -> Double {
        1 + ((boards[index] as? MetaWearBoard)?.hardware.chipClock.fast ?? 0)
    }

    /// The board's flash from the end of the last run; nil if it is not kept.
    private func openStorage(
        _ board: Board, _ profile: BoardProfile, _ options: RunOptions
    ) throws(RunError) -> FlashDirectory? {
        guard let folder = stateFolder(board, options) else { return nil }
        do throws(FlashStoreError) {
            let storage = try FlashDirectory(folder, for: profile)
            notes += storage.notes.map { RunNote("flash of \(board.name): \($0)") }
            let (name, announce) = (board.name, options.announce)
            storage.onFailure = { [unowned self] failure in
                announce("flash of \(name): \(failure) Nothing is recorded from now on.")
                note("the flash has failed", by: name)
            }
            storages.append((board.name, storage))
            return storage
        } catch {
            throw RunError(.environment, "\(file):\(board.mark): error: \(error)")
        }
    }
}
