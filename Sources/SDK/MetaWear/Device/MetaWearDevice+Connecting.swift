import CoreBluetooth
import Foundation
import MetaWearProtocol
import MetaWearTransport

extension MetaWearDevice {
    /// Connects and finds out what the board has.
    ///
    /// What is known of it from an earlier connection, or from ``restoreBoardState(_:)``, is not asked again if the
    /// board is still the same model with the same firmware.
    ///
    /// - Throws: `MWError.invalidState` unless the device is disconnected; `MWError.operationFailed` if the board is in
    ///   its bootloader, or the peripheral is no board; `MWError.timeout` if a module does not answer for 5 s; the
    ///   radio's error. The link is down again then.
    public func connect() async throws {
        guard state == .disconnected else {
            throw MWError.invalidState("connect() needs a disconnected device; it is \(state.text)")
        }
        session += 1
        let session = session
        state = .connecting
        lossError = nil
        do {
            try await transport.connect(to: identifier)
            try check(session)
            try await requireBoard()
            try check(session)
            await router.start { [weak self] error in await self?.lose(session, error) }
            let information = try await readInformation()
            try check(session)
            let known = BoardDescription(deviceInformation: deviceInfo)
            if modules.isEmpty || !known.isCompatible(with: information) {
                modules = try await router.discoverModules()
                knownBoard = nil
                try check(session)
            }
            deviceInfo = information
            knownBoard = nil
            if has(.logging) { await readAnchor() }
            try check(session)
            try Task.checkCancellation()
            state = .idle
        } catch {
            if session == self.session { await tearDown(session) }
            throw error
        }
    }

    /// The same as ``connect()``.
    public func reconnect() async throws { try await connect() }

    /// Ends the link, or an attempt to make one. Pending calls fail, streams end; sensors on the board that
    /// were not stopped go on, as far as its firmware lets them.
    ///
    /// - Throws: the radio's error. The device is disconnected all the same.
    public func disconnect() async throws {
        let ended = session
        session += 1
        await router.stop()
        forgetStreams()
        let ending = session
        defer {
            // Unless a new connection has begun meanwhile.
            if session == ending {
                // Calls that began in between belong to no connection.
                session += 1
                state = .disconnected
                forgetStreams()
            }
            connectionEnded(ended)
        }
        // A cancelled task must be able to hang up, too.
        try await Task { [transport] in try await transport.disconnect() }.value
    }

    /// Deletes everything on the board: log, loggers, events, processors, macros; then the board starts again, which
    /// ends the link. Returns when it has.
    ///
    /// - Throws: `MWError.invalidState` if the device is disconnected; the error of the first write that fails.
    public func factoryReset() async throws {
        try requireLink("factoryReset()")
        try await expectEnd(within: .seconds(5)) {
            for packet in FactoryReset.packets.dropLast() { try await router.write(packet) }
            // The reset before it may have ended the link.
            if let last = FactoryReset.packets.last { try? await router.write(last) }
            leftRunning = [:]
            loggerRegistry = [:]
            backlog = nil
        }
    }

    /// How strong the board is received, in dBm.
    public func readRSSI() async throws -> Int { try await transport.readRSSI() }

    /// - Throws: the error of the lost link, or `MWError.operationFailed`, if the connection has ended.
    func check(_ session: Int) throws {
        guard session == self.session else {
            throw lossError ?? MWError.operationFailed("the connection was given up")
        }
    }

    /// - Throws: `MWError.operationFailed` if what was found has no characteristic for notifications. Transports of
    ///   tests do not say what they have.
    private func requireBoard() async throws {
        guard let transport = transport as? any SessionTransport,
            await !transport.has(MWUUIDs.notify)
        else { return }
        throw MWError.operationFailed(
            await transport.has(CBUUID(string: BoardUUID.updateControl))
                ? "the board is in its bootloader, where an update that ended early leaves it;"
                    + " install its firmware with recoverFirmware(zipURL:) of MetaWearFirmware"
                : "the peripheral \(identifier) is no MetaWear board: it has no characteristic"
                    + " \(MWUUIDs.notify)")
    }

    /// After a failed attempt: no link, no listener.
    private func tearDown(_ session: Int) async {
        await router.stop()
        // A cancelled task must be able to hang up, too.
        await Task { [transport] in try? await transport.disconnect() }.value
        guard session == self.session else { return }
        self.session += 1
        state = .disconnected
    }

    /// The link is lost.
    private func lose(_ session: Int, _ error: any Error) {
        guard session == self.session else { return }
        self.session += 1
        let isUnexpected = state != .connecting && !isEndExpected(of: session)
        state = .disconnected
        lossError = error
        forgetStreams()
        logAnchor = nil
        connectionEnded(session)
        if isUnexpected { onUnexpectedDisconnect?(error) }
    }

    /// Their routes end with the router; the board goes on.
    private func forgetStreams() {
        leftRunning.merge(streams) { _, new in new }
        streams = [:]
        drops.reset()
    }

    private func readInformation() async throws -> MWDeviceInformation {
        async let manufacturer = readText(MWUUIDs.manufacturerName)
        async let model = readText(MWUUIDs.modelNumber)
        async let serial = readText(MWUUIDs.serialNumber)
        async let firmware = readText(MWUUIDs.firmwareRevision)
        async let hardware = readText(MWUUIDs.hardwareRevision)
        return try await MWDeviceInformation(
            manufacturer: manufacturer, modelNumber: model, serialNumber: serial,
            firmwareRevision: firmware, hardwareRevision: hardware)
    }

    private func readText(_ characteristic: CBUUID) async throws -> String {
        String(data: try await transport.read(from: characteristic), encoding: .utf8) ?? ""
    }

    /// When the board started. Without an answer its log has no dates, and nothing else is lost.
    private func readAnchor() async {
        guard let answer = try? await router.read(.logging, 0x04),
            let reading = try? LogTimeReading(answer: [UInt8](answer))
        else { return }
        if let lastClock, reading.isReset(since: lastClock) { leftRunning = [:] }
        lastClock = reading
        let (seconds, rest) = reading.uptime.components
        logAnchor = LogAnchor(
            date: Date.now.addingTimeInterval(-Double(seconds) - Double(rest) * 1e-18),
            resetUID: reading.resetUID)
    }
}

extension MWProtocolLayer {
    /// Writes a command.
    func write(_ packet: Packet) async throws { try await write(Data(packet.bytes)) }
}
