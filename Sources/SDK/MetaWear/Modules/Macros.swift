import Foundation

extension MetaWearDevice {
    /// Has the board store commands in its flash, to carry them out later.
    ///
    /// `body` runs first and only gathers the commands. If the recording fails in the middle or is cancelled, it is
    /// ended, and the board keeps what it has so far until ``eraseAllMacros()``.
    ///
    /// - Parameters:
    ///   - executeOnBoot: whether the board carries them out at each start.
    ///   - body: gives the commands to the recorder.
    /// - Throws: what `body` throws, and `MWError.operationFailed` for a command that does not fit into a packet, before
    ///   anything is written; `MWError.timeout` if the board has no room; the error of a write.
    public func recordMacro(
        executeOnBoot: Bool = false, _ body: @Sendable (MWMacroRecorder) async throws -> Void
    ) async throws -> MWMacro {
        let recorder = MWMacroRecorder()
        try await body(recorder)
        return try await record(await recorder.packets, executeOnBoot)
    }

    /// Has the board store commands in its flash, to carry them out later.
    ///
    /// - Throws: `MWError.operationFailed` for a command that does not fit into a packet, before anything is written;
    ///   `MWError.timeout` if the board has no room; the error of a write.
    public func recordMacro(
        executeOnBoot: Bool = false, commands: [any MWCommand]
    ) async throws -> MWMacro {
        try await record(commands.flatMap(\.writes), executeOnBoot)
    }

    private func record(_ commands: [Data], _ executesOnBoot: Bool) async throws -> MWMacro {
        var recording = MacroRecording(executesOnBoot: executesOnBoot)
        for command in commands {
            guard let packet = Packet(command) else {
                throw MWError.operationFailed(
                    "a macro's command has two bytes or more, not \(command.count)")
            }
            try Packet.check(command)
            recording.append(packet)
        }
        let (begin, packets) = (recording.begin, recording.recordPackets)
        return try await create { device, pending in
            let macro = MWMacro(id: try await device.numberOfNew(begin))
            do {
                for packet in packets {
                    if pending.isAbandoned { throw CancellationError() }
                    try await device.router.writeMacro(packet.data)
                }
            } catch {
                // A board that still records would take the next macro for a part of this one.
                try? await device.router.writeMacro(MacroRecording.end.data)
                throw error
            }
            return macro
        } discarding: { _ in
            []
        }
    }

    /// Has the board carry out a macro.
    public func executeMacro(_ macro: MWMacro) async throws {
        try await router.write(macro.execute)
    }

    /// Erases all macros; their flash is free after the next `MWDebug.ResetAfterGC`.
    public func eraseAllMacros() async throws { try await router.write(MWMacro.eraseAll) }
}
