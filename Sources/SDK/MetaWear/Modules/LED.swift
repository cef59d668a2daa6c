extension MetaWearDevice {
    /// Clears the LED and gives its colours new patterns.
    ///
    /// - Parameters:
    ///   - red: nil leaves it dark.
    ///   - green: nil leaves it dark.
    ///   - blue: nil leaves it dark.
    ///   - autoPlay: whether they start; otherwise `MWLED.Play` starts them.
    /// - Throws: the error of a write.
    public func setLED(
        red: MWLEDPattern? = nil, green: MWLEDPattern? = nil, blue: MWLEDPattern? = nil,
        autoPlay: Bool = true
    ) async throws {
        try await send(
            MWLED.SetAllChannels(red: red, green: green, blue: blue, autoPlay: autoPlay))
    }

    /// Ends the LED's patterns.
    ///
    /// - Parameter clearPattern: whether the board forgets them, so that `MWLED.Play` does not bring them back.
    /// - Throws: the error of a write.
    public func stopLED(clearPattern: Bool = true) async throws {
        try await send(MWLED.Stop(clearPattern: clearPattern))
    }
}
