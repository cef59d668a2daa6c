import MetaWearProtocol

extension MetaWearDevice {
    /// What is known of the board, to keep; nil before the first connection.
    public func captureBoardState() -> MWBoardState? {
        guard let deviceInfo else { return nil }
        return MWBoardState(
            deviceInformation: deviceInfo,
            modules: MWModule.allCases.compactMap { modules[$0] },
            logReferenceDate: logAnchor?.date)
    }

    /// Takes what was kept of the board: the next ``connect()`` asks for its modules only if its firmware, hardware
    /// or model has changed.
    ///
    /// - Throws: `MWError.operationFailed` unless the device is disconnected.
    public func restoreBoardState(_ state: MWBoardState) throws {
        guard self.state == .disconnected else {
            throw MWError.operationFailed(
                "a board state can be restored while the device is disconnected; it is "
                    + self.state.text)
        }
        deviceInfo = state.deviceInformation
        modules = state.modulesByOpcode
        knownBoard = nil
        logAnchor = state.logReferenceDate.map { LogAnchor(date: $0, resetUID: nil) }
    }
}
