import MetaWearProtocol

extension MetaWearDevice {
    /// What is known of the board.
    var board: BoardDescription {
        if let knownBoard { return knownBoard }
        let board = BoardDescription(
            deviceInformation: deviceInfo, modules: MWModule.allCases.compactMap { modules[$0] })
        knownBoard = board
        return board
    }

    /// - Throws: `MWError.operationFailed` if the board is known to lack a module.
    func refuse(_ module: MWModule) throws {
        if let obstacle = board.obstacle(to: module) { throw MWError.operationFailed(obstacle) }
    }

    /// - Throws: `MWError.operationFailed` if the board is known to have no such sensor: it would send nothing.
    func requireSensor(_ sensor: some MWSensor) throws {
        try refuse(sensor.module)
        let obstacle: String? =
            switch sensor {
            case let sensor as any InertialSensor: board.obstacle(to: sensor.chip)
            case let sensor as MWThermometer: board.obstacle(toThermometer: sensor.channel)
            default: nil
            }
        if let obstacle { throw MWError.operationFailed(obstacle) }
    }

    /// Whether the board notifies several samples of a sensor at once; early revisions of some modules do not.
    func hasPackedData(_ sensor: some MWSensor) -> Bool {
        guard sensor.packedDataRegister != nil else { return false }
        guard let information = modules[sensor.module], board.isCoherent else { return true }
        return switch sensor {
        case let sensor as any InertialSensor:
            sensor.chip.hasPackedData(revision: information.revision)
        case is MWMagnetometer: information.revision >= MWMagnetometer.packedSince
        default: true
        }
    }
}
