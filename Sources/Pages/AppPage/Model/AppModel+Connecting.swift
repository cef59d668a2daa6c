internal import Foundation
internal import MetaWear

extension AppModel {
    /// How long a board may take to connect; a board that is away never does.
    private static let patience = Duration.seconds(30)
    private static let batteryPeriod = Duration.seconds(60)

    /// Connects a board. A board that is connected is disconnected first; a second wish for the same board is ignored.
    func connect(_ id: UUID) {
        if link?.id == id, reconnection == nil { return }
        // It has no application to connect to.
        if isInBootloader(id) { return ask(.recover(id)) }
        if jobs[.group] != nil, records.group.members.contains(id) {
            return say("The group uses this board. Wait until it is done, or cancel it.", .error)
        }
        let former = jobs.removeValue(forKey: .connecting)
        former?.task.cancel()
        run(.connecting) { model in
            await former?.task.value
            await model.stopReconnecting()
            await model.dropLink(saving: true)
            try Task.checkCancellation()
            try await model.establish(id)
        }
    }

    /// Ends the connection, or an attempt to make one.
    func disconnect() {
        let connecting = jobs.removeValue(forKey: .connecting)
        connecting?.task.cancel()
        run(.connecting) { model in
            await connecting?.task.value
            await model.stopReconnecting()
            await model.dropLink(saving: true)
        }
    }

    /// Forgets a remembered board; what it logs is forgotten too.
    func forget(_ id: UUID) {
        guard link?.id != id, reconnection?.id != id else {
            return say("Disconnect the board first.", .error)
        }
        guard jobs[.group] == nil else { return say("Wait until the group is done.", .error) }
        group.forget(id)
        keepRecordings()
        records.group.members.removeAll { $0 == id }
        records.devices.removeAll { $0.id == id }
        records.logs.removeAll { $0.device == id }
        records.selections[id.uuidString] = nil
    }

    func establish(_ id: UUID) async throws {
        let device = scanner.device(forKnownIdentifier: id)
        let link = BoardLink(device, name: name(of: id))
        self.link = link
        publish()
        do {
            try await within(Self.patience, "The board did not answer. Is it near and charged?") {
                try await device.connect()
            }
            try await prepare(link)
        } catch {
            await Task { try? await device.disconnect() }.value
            if self.link === link { self.link = nil }
            throw error
        }
    }

    /// After a connection: what the board is, and what it has recorded.
    func prepare(_ link: BoardLink) async throws {
        let device = link.device
        await device.reportLoss { [weak self, weak link] error in
            Task { @MainActor in
                guard let self, let link else { return }
                await self.lost(link, error)
            }
        }
        link.information = await device.deviceInfo
        link.modules = await device.modules
        link.choices = SensorChoice.all(of: link.modules)
        let settings = link.modules[.settings]?.revision ?? 0
        if link.has(.settings), settings >= 2 {
            link.mac = try await device.read(MWSettings.ReadMacAddress()).value
        }
        remember(link)
        try await refresh(link)
        try Task.checkCancellation()
        guard self.link === link else { throw CancellationError() }
        link.phase = .ready
        // A board that was lost while it was asked has no loss to report any more.
        guard await device.state != .disconnected else {
            throw AppError("The connection to \(link.name) was lost.")
        }
        watch(link)
        publish()
        run(.resuming) { model in try await model.resumeLogs(link) }
    }

    private func watch(_ link: BoardLink) {
        link.watch?.cancel()
        link.watch = Task { [weak self, weak link] in
            while true {
                try? await Task.sleep(for: Self.batteryPeriod)
                guard !Task.isCancelled, let self, let link, self.link === link else { return }
                // Not during an update, and a download needs the link for itself.
                if link.phase == .ready, link.download == nil { try? await self.refresh(link) }
            }
        }
    }

    /// Battery and signal strength.
    func refresh(_ link: BoardLink) async throws {
        if link.has(.settings), (link.modules[.settings]?.revision ?? 0) >= 3 {
            link.battery = try await link.device.readBattery()
        }
        // Not every radio can measure a link: BlueZ knows advertisements alone.
        link.rssi = try? await link.device.readRSSI()
        publish()
    }

    private func remember(_ link: BoardLink) {
        guard let information = link.information else { return }
        var device =
            records.device(link.id)
            ?? AppRecords.Device(id: link.id, name: link.name, lastSeen: .now)
        device.mac = link.mac ?? device.mac
        device.serial = information.serialNumber
        device.model = information.modelNumber
        device.firmware = information.firmwareRevision
        device.lastSeen = .now
        records.devices.removeAll { $0.id == link.id }
        records.devices.insert(device, at: 0)
    }

    /// What bootloaders are called, whose boards have names all the same.
    static let bootloader = "MetaBoot"

    /// What a board is called: by its advertisement, or as it was remembered.
    func name(of id: UUID) -> String {
        if let link, link.id == id { return link.name }
        let advertised = scanner.advertisedNames[id].flatMap {
            $0.isEmpty || $0 == Self.bootloader ? nil : $0
        }
        return Texts.name(advertised ?? records.device(id)?.name)
    }

    // MARK: Ends

    /// Gives the link up. What was streamed is kept in the history.
    func dropLink(saving isSaving: Bool) async {
        guard let link else { return }
        for job in [Job.resuming, .controls, .streaming, .logging, .downloading, .settings] {
            await cancel(job)
        }
        // Another board may be in its bootloader.
        if recovery == nil { await cancel(.firmware) }
        link.watch?.cancel()
        if isSaving { await endStream(link) }
        await link.device.reportLoss(nil)
        // A cancelled task must be able to hang up, too.
        await Task { try? await link.device.disconnect() }.value
        if self.link === link { self.link = nil }
        publish()
    }

    /// The link broke.
    private func lost(_ link: BoardLink, _ error: any Error) async {
        // A connection attempt or an update in progress also sees the loss.
        guard self.link === link, link.phase == .ready else { return }
        self.link = nil
        link.watch?.cancel()
        question = nil
        say("The connection to \(link.name) was lost.", .error)
        let interrupted = Interrupted(
            isStreaming: link.stream.map { [.starting, .running].contains($0.phase) } ?? false,
            isDownloading: link.download != nil)
        for job in [Job.resuming, .controls, .streaming, .logging, .downloading, .settings] {
            jobs[job]?.task.cancel()
        }
        await endStream(link)
        // Not if somebody has chosen another board meanwhile.
        if self.link == nil, jobs[.connecting] == nil {
            reconnect(link.id, link.name, interrupted)
        }
    }

    /// Runs a step that must end in time.
    func within<Value: Sendable>(
        _ limit: Duration, _ text: String, _ step: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await step() }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else {
                throw AppError(text)
            }
            return value
        }
    }
}

extension MetaWearDevice {
    /// Sets what is called when the link is lost; nil for nothing.
    func reportLoss(_ body: (@Sendable (any Error) -> Void)?) { onUnexpectedDisconnect = body }
}
