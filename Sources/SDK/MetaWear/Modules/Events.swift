import Foundation

extension MetaWearDevice {
    /// Has the board carry out a command each time a source notifies.
    ///
    /// - Parameters:
    ///   - source: what starts it.
    ///   - action: the command.
    ///   - dataToken: bytes of the source's data that replace bytes of the command's parameters.
    /// - Throws: `MWError.operationFailed` for more than 18 bytes of parameters, which is what fits into a packet;
    ///   `MWError.timeout` if the board has no room for another event.
    @discardableResult
    public func createEvent(
        source: MWEventSource, action: MWEventAction, dataToken: MWEventDataToken? = nil
    ) async throws -> MWEvent {
        let binding = try EventBinding(source: source, action: action, token: dataToken)
        for command in binding.commands { try Packet.check(command) }
        return try await create { device, _ in
            let event = MWEvent(id: try await device.numberOfNew(binding.entry))
            do {
                if let parameters = binding.parameters {
                    try await device.router.write(parameters)
                }
            } catch {
                // Without parameters it would do something else.
                try? await device.router.write(event.remove)
                throw error
            }
            return event
        } discarding: {
            [$0.remove]
        }
    }

    /// Removes an event.
    public func removeEvent(_ event: MWEvent) async throws { try await router.write(event.remove) }

    /// Removes all events.
    public func removeAllEvents() async throws { try await router.write(MWEvent.removeAll) }
}
