import Foundation
import MetaWearProtocol

extension MetaWearDevice {
    /// Starts a sensor and streams its samples.
    ///
    /// The stream ends without an error after ``stopStreaming(_:)``, and with one when the link is lost. Ending
    /// the loop over it does not stop the sensor. Of unread samples, the newest ``streamCapacity`` are kept and
    /// the others counted in ``droppedSamples``.
    ///
    /// - Parameters:
    ///   - sensor: what to stream, and how it is set up.
    ///   - usePacked: three samples a packet, where the sensor can. They carry the same time.
    /// - Throws: `MWError.invalidState` unless the device is idle or streaming, or if another stream needs the same
    ///   chip; `MWError.operationFailed` if the board has no such sensor; the error of a write. The sensor does not
    ///   run then.
    public func startStream<S: MWStreamable>(
        _ sensor: S, usePacked: Bool = true
    ) async throws -> AsyncThrowingStream<Timestamped<S.Sample>, any Error> {
        try await inTurn { try await start(sensor, usePacked) }
    }

    private func start<S: MWStreamable>(
        _ sensor: S, _ usePacked: Bool
    ) async throws -> AsyncThrowingStream<Timestamped<S.Sample>, any Error> {
        guard state == .idle || state == .streaming else {
            throw MWError.invalidState(
                "startStream() needs an idle or streaming device; it is \(state.text)")
        }
        try requireSensor(sensor)
        let isPacked = usePacked && hasPackedData(sensor)
        let register =
            isPacked ? sensor.packedDataRegister ?? sensor.dataRegister : sensor.dataRegister
        let key = PacketKey(sensor.module, register)
        let isAddition = try admit(sensor, key)
        let session = session
        streams[key] = ActiveStream(module: sensor.module, fusion: sensor.fusionSetup)
        state = .streaming
        let (stream, route) = typedStream(of: sensor, isPacked: isPacked)
        // Before the board can send anything.
        await router.setRoute(key, route)
        do {
            let subscribe = Data([sensor.module.rawValue, register, 1])
            if isAddition {
                try await write([subscribe, sensor.enableCommand], in: session)
            } else {
                try await prepare(sensor, in: session)
                try await write(
                    [subscribe] + sensor.enableCommands + sensor.startCommands, in: session)
            }
            try check(session)
            for key in keys(of: sensor) { leftRunning[key] = nil }
            return stream
        } catch {
            await undo(sensor, key, register, session, isAddition: isAddition)
            throw error
        }
    }

    /// Stops a sensor; its stream ends. It stops the sensor also if the caller is cancelled meanwhile, and over a new
    /// link if the old one was lost while the sensor streamed. Does nothing if this device has nothing to stop: use
    /// ``teardownSignalSource(_:)`` for a sensor that somebody else has started.
    ///
    /// - Throws: `MWError.invalidState` if the sensor may still run on the board and there is no link; the error of a
    ///   write, and then the stream has ended all the same.
    public func stopStreaming<S: MWStreamable>(_ sensor: S) async throws {
        try await inTurn { try await stop(sensor) }
    }

    private func stop(_ sensor: some MWStreamable) async throws {
        let keys = keys(of: sensor)
        guard state == .streaming || keys.contains(where: { leftRunning[$0] != nil }) else {
            return
        }
        try requireLink("stopStreaming() of a sensor that may still run")
        let session = session
        let running = leftRunning.merging(streams) { _, new in new }
        let isOneOfSeveral =
            sensor.module == .sensorFusion
            && running.contains { $0.value.module == .sensorFusion && !keys.contains($0.key) }
        var failure: (any Error)?
        do {
            let stops =
                isOneOfSeveral
                ? [sensor.disableCommand] : sensor.stopCommands + sensor.disableCommands
            try await writeAnyway(
                stops + keys.map { Data([sensor.module.rawValue, $0.register, 0]) })
            for key in keys { leftRunning[key] = nil }
        } catch {
            failure = error
        }
        if session == self.session {
            for key in keys {
                streams[key] = nil
                await router.setRoute(key, nil)
            }
            if session == self.session, streams.isEmpty, state == .streaming { state = .idle }
        }
        if let failure { throw failure }
    }

    /// Starts a sensor without a stream, as a source for processors and loggers.
    ///
    /// - Throws: `MWError.invalidState` if a stream needs the same chip; `MWError.operationFailed` if the board has no
    ///   such sensor; the error of a write.
    public func prepareSignalSource<S: MWStreamable>(_ sensor: S) async throws {
        try await inTurn {
            try requireSensor(sensor)
            _ = try admit(sensor, PacketKey(sensor.module, sensor.dataRegister))
            let session = session
            try await prepare(sensor, in: session)
            try await write(sensor.enableCommands + sensor.startCommands, in: session)
        }
    }

    /// Stops what ``prepareSignalSource(_:)`` started.
    ///
    /// - Throws: the error of a write.
    public func teardownSignalSource<S: MWStreamable>(_ sensor: S) async throws {
        try await inTurn { try await writeAnyway(sensor.stopCommands + sensor.disableCommands) }
    }

    /// Of single samples, and of packed ones.
    private func keys(of sensor: some MWStreamable) -> [PacketKey] {
        ([sensor.dataRegister] + (hasPackedData(sensor) ? [sensor.packedDataRegister ?? 0] : []))
            .map { PacketKey(sensor.module, $0) }
    }

    /// True if the sensor is an output that a running fusion is to have in addition.
    ///
    /// - Throws: `MWError.invalidState` if it cannot start.
    private func admit(_ sensor: some MWStreamable, _ key: PacketKey) throws -> Bool {
        let new = ActiveStream(module: sensor.module, fusion: sensor.fusionSetup)
        if let conflict = ActiveStream.conflict(of: key, new, with: streams) {
            throw MWError.invalidState(conflict)
        }
        return sensor.module == .sensorFusion
            && streams.values.contains { $0.module == .sensorFusion }
    }

    /// Warm-up and configuration.
    ///
    /// - Throws: also when the connection has ended meanwhile; nothing goes to the next one.
    func prepare(_ sensor: some MWStreamable, in session: Int) async throws {
        let (warmup, delay) = warmup(of: sensor)
        if !warmup.isEmpty {
            try await write(warmup, in: session)
            if delay > .zero { try await Task.sleep(for: delay) }
        }
        try await write(sensor.configureCommands, in: session)
    }

    /// The sensor's own, or that of the magnetometer below a sensor fusion: a cold one of module revision 2 takes no
    /// configuration before it (protocol, sensors 16).
    private func warmup(of sensor: some MWStreamable) -> ([Data], Duration) {
        let own = sensor.warmupCommands
        let magnetometer = MWMagnetometer()
        guard own.isEmpty, sensor.module == .sensorFusion,
            let info = modules[.magnetometer], info.isPresent, info.revision >= 2,
            sensor.configureCommands.contains(where: {
                $0.first == MWModule.magnetometer.rawValue
            })
        else { return (own, .nanoseconds(sensor.warmupDelayNanos)) }
        return (magnetometer.warmupPackets.map(\.data), magnetometer.warmupDelay)
    }

    /// Writes packets in order; empty ones are none.
    func write(_ packets: [Data]) async throws {
        for packet in packets { try Packet.check(packet) }
        for packet in packets where !packet.isEmpty { try await router.write(packet) }
    }

    /// The same, as long as the connection lasts.
    func write(_ packets: [Data], in session: Int) async throws {
        for packet in packets where !packet.isEmpty {
            try check(session)
            try await router.write(packet)
        }
    }

    /// The same in a task of its own: what ends something must leave also if the caller is cancelled.
    func writeAnyway(_ packets: [Data]) async throws {
        try await Task { try await self.write(packets) }.value
    }

    /// After a start that failed or was cancelled: the board is silent again, if it can be reached.
    private func undo(
        _ sensor: some MWStreamable, _ key: PacketKey, _ register: UInt8, _ session: Int,
        isAddition: Bool
    ) async {
        guard session == self.session else { return }
        let stops =
            isAddition ? [sensor.disableCommand] : sensor.stopCommands + sensor.disableCommands
        let packets = stops + [Data([sensor.module.rawValue, register, 0])]
        // In a task of its own, because that of the caller may be cancelled.
        await Task { try? await self.write(packets) }.value
        guard session == self.session else { return }
        streams[key] = nil
        await router.setRoute(key, nil)
        if session == self.session, streams.isEmpty, state == .streaming { state = .idle }
    }

    private func typedStream<S: MWStreamable>(
        of sensor: S, isPacked: Bool
    ) -> (AsyncThrowingStream<Timestamped<S.Sample>, any Error>, PacketRoute) {
        let (stream, continuation) = AsyncThrowingStream<Timestamped<S.Sample>, any Error>
            .makeStream(bufferingPolicy: .bufferingNewest(max(1, streamCapacity)))
        let drops = drops
        @Sendable func yield(_ sample: S.Sample, at time: Date) {
            if case .dropped = continuation.yield(Timestamped(time: time, value: sample)) {
                drops.add()
            }
        }
        let route = PacketRoute(
            deliver: { packet in
                let time = Date.now
                do {
                    if isPacked {
                        for sample in try sensor.parsePackedSamples(from: packet) {
                            yield(sample, at: time)
                        }
                    } else {
                        yield(try sensor.parseSample(from: packet), at: time)
                    }
                } catch {
                    continuation.finish(throwing: error)
                }
            }, finish: { continuation.finish(throwing: $0) })
        return (stream, route)
    }
}

extension MWStreamable {
    /// For an output of the fusion, how the fusion is set up.
    fileprivate var fusionSetup: Data? {
        module == .sensorFusion ? configureCommands.first { $0.count > 1 && $0[1] == 0x02 } : nil
    }
}
