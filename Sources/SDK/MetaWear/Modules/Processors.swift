public import Foundation
import MetaWearTables

extension MetaWearDevice {
    /// Has the board make a processor, which takes what a signal gives.
    ///
    /// - Parameters:
    ///   - config: what it does.
    ///   - source: where its input comes from: a sensor, which must run, or another processor.
    /// - Throws: `MWError.operationFailed` if the board has no processors, or lacks the source; `MWError.timeout` if it refuses this one or
    ///   has no room.
    public func createProcessor(
        _ config: any MWDataProcessorConfig, source: any MWSignal
    ) async throws -> MWProcessorHandle {
        try require(.dataProcessor)
        if let module = MWModule(rawValue: source.key.module) { try refuse(module) }
        let command = processorCommand(config, source)
        return try await create { device, _ in
            command.handle(id: try await device.numberOfNew(command.packet))
        } discarding: {
            [ProcessorCommand.remove($0.id)]
        }
    }

    /// The packet that makes a processor.
    func buildProcessorAddCommand(
        source: any MWSignal, config: any MWDataProcessorConfig
    ) -> [UInt8] { processorCommand(config, source).packet.bytes }

    /// The gyroscope's register depends on the chip of this board.
    private func processorCommand(
        _ config: any MWDataProcessorConfig, _ source: any MWSignal
    ) -> ProcessorCommand {
        let chip = modules[.gyro].flatMap { MWSensorFusionChip(gyroImpl: $0.implementation) }
        guard source is MWGyroscopeSignal, let chip else {
            return ProcessorCommand(config, source: source)
        }
        return ProcessorCommand(config, source: MWGyroscopeSignal(chip: chip))
    }

    /// The packets `[09 03 id data…]` of a processor from now on. There may be any number of streams.
    ///
    /// - Throws: the error of a write.
    public func streamProcessor(
        _ handle: MWProcessorHandle
    ) async throws -> AsyncThrowingStream<Data, any Error> {
        try await inTurn {
            let outputs = await fanOut(.dataProcessor, handle.registerID)
            let stream = outputs.stream(of: handle.id, capacity: streamCapacity, drops: drops) {
                $0
            }
            do {
                try await router.write(ProcessorCommand.notify(handle.id, true))
                try await router.write(ProcessorCommand.notifyGate(true))
                return stream
            } catch {
                if outputs.count(of: handle.id) <= 1 {
                    // In a task of its own, because that of the caller may be cancelled.
                    await Task { [router] in
                        try? await router.write(ProcessorCommand.notify(handle.id, false))
                    }.value
                }
                throw error
            }
        }
    }

    /// Ends the streams of a processor, which goes on.
    ///
    /// - Throws: the error of a write; the streams have ended all the same.
    public func stopStreamingProcessor(_ handle: MWProcessorHandle) async throws {
        try await inTurn {
            outputs?.finish(handle.id)
            try await writeAnyway([ProcessorCommand.notify(handle.id, false).data])
        }
    }

    /// Removes a processor that nothing uses any more; its streams end.
    ///
    /// - Throws: the error of a write; the streams have ended all the same.
    public func removeProcessor(_ handle: MWProcessorHandle) async throws {
        outputs?.finish(handle.id)
        try await writeAnyway([ProcessorCommand.remove(handle.id).data])
    }

    /// Removes all processors; their streams end.
    ///
    /// - Throws: the error of a write; the streams have ended all the same.
    public func removeAllProcessors() async throws {
        outputs?.finishAll()
        try await writeAnyway([ProcessorCommand.removeAll.data])
    }

    private var outputs: FanOut? { fanOuts[PacketKey(.dataProcessor, 0x03)] }
}
