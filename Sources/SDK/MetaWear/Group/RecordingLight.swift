/// The LED of a board that records alone: red, a tenth of a second every five.
///
/// The LED goes out when the link ends, and two events of the board light it again (real boards of 2026: RB26-30, RB26-31).
extension MetaWearDevice {
    /// Has the board flash from the end of the link on.
    ///
    /// - Returns: the events that do it; none if the board has no room or cannot.
    func lightWhileRecording() async throws -> [MWEvent] {
        guard has(.led), has(.event), let settings = modules[.settings], settings.revision >= 2
        else {
            return []
        }
        let flash = MWLED.SetPattern(
            color: .red, pattern: MWLEDPattern(highTime: 100, pulseDuration: 5_000))
        var events: [MWEvent] = []
        do {
            for command in [flash, MWLED.Play()] as [any MWCommand] {
                events.append(
                    try await createEvent(
                        source: .disconnected(), action: MWEventAction(command: command)))
            }
            return events
        } catch MWError.timeout {
            for event in events { try await removeEvent(event) }
            return []
        }
    }

    /// Ends it; the events would light the LED at each further end of a link.
    func endLight(_ events: [UInt8]) async throws {
        guard !events.isEmpty else { return }
        for id in events { try await removeEvent(MWEvent(id: id)) }
        try await stopLED()
    }
}
