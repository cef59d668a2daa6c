extension MetaWearDevice {
    /// Sets what the board answers to a scan request.
    ///
    /// - Parameter payload: whole advertising structures, 31 bytes at most; more than 13 go out in two packets.
    /// - Throws: the error of a write.
    public func setScanResponse(_ payload: [UInt8]) async throws {
        try await send(MWSettings.SetScanResponse(payload))
    }
}
