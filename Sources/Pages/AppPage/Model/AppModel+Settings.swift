internal import Foundation
internal import MetaWear
internal import MetaWearFirmware

extension AppModel {
    /// Gives the board another name, which it advertises from its next advertising on.
    func rename(_ name: String) {
        control(.settings) { model, link in
            guard MWSettings.isNameValid(name) else {
                throw AppError("A name has 1 to 26 letters, digits, spaces, _ or -.")
            }
            try await link.device.send(MWSettings.SetDeviceName(validating: name))
            link.name = name
            model.scanner.clearAdvertisedName(for: link.id)
            if let place = model.records.devices.firstIndex(where: { $0.id == link.id }) {
                model.records.devices[place].name = name
            }
            model.say("The board is now called \(name).")
        }
    }

    /// Counts what is in the log.
    func countLog() {
        control(.settings) { model, link in
            guard link.has(.logging) else { throw AppError("This board has no log.") }
            let entries = Int(try await link.device.read(MWLogLength()).value)
            let loggers = try await link.device.queryActiveLoggers().count
            link.logSize = (entries, loggers)
        }
    }

    // MARK: What cannot be undone

    /// Asks before something is destroyed.
    func ask(_ action: AppCommand.Destruction) {
        if action.needsBoard, link?.phase != .ready {
            return say("No board is connected.", .error)
        }
        if action == .startGroup {
            do { try requireGroup() } catch { return report(error) }
        }
        question = Question(action, board: name(in: action))
        publish()
    }

    /// The board that something is done to.
    private func name(in action: AppCommand.Destruction) -> String {
        switch action {
        case .forgetRecording(let id), .recover(let id): name(of: id)
        default: link?.name ?? ""
        }
    }

    func answer(_ isYes: Bool) {
        guard let question else { return }
        self.question = nil
        publish()
        guard isYes else { return }
        switch question.action {
        case .clearLog: clearLog()
        case .factoryReset: resetBoard()
        case .deleteSession(let id): deleteSession(id)
        case .startGroup: startGroup()
        case .forgetRecording(let id): forgetRecording(id)
        case .recover(let id): recover(id)
        }
    }

    private func clearLog() {
        control(.settings) { model, link in
            if link.stream != nil { throw AppError("Stop the live stream to clear the log.") }
            if model.jobs[.downloading] != nil { throw AppError("Cancel the download first.") }
            try await model.stopLogs(link)
            try await link.device.clearLog()
            try model.forgetLog(link)
            link.logSize = (0, 0)
            model.say("The log was cleared.")
        }
    }

    private func forgetLog(_ link: BoardLink) throws {
        records.logs.removeAll { $0.device == link.id }
        group.forget(link.id)
        keepRecordings()
        link.orphans = nil
        waitingEntries[link.id] = []
        try folder.saveEntries([], of: link.id)
    }

    private func resetBoard() {
        control(.settings) { model, link in
            if model.jobs[.downloading] != nil { throw AppError("Cancel the download first.") }
            await model.endStream(link)
            try await link.device.factoryReset()
            try model.forgetLog(link)
            link.watch?.cancel()
            // Ends what the transport still knows of the link.
            try? await link.device.disconnect()
            if model.link === link { model.link = nil }
            model.say("\(link.name) was reset and is restarting.")
        }
    }

    // MARK: Firmware

    /// Asks the server for newer firmware.
    func checkFirmware() {
        control(.firmware) { model, link in
            link.firmware.latest = try await link.device.checkForFirmwareUpdate(
                server: model.server)
            link.firmware.checked = true
        }
    }

    /// Installs the newest firmware, and connects again.
    func updateFirmware() {
        run(.firmware) { model in
            guard let link = model.link else { throw AppError("No board is connected.") }
            if !link.firmware.isInBootloader {
                try link.require()
                try model.requireSilence(link, "update the firmware")
            }
            try await model.install(link)
        }
    }

    /// Gives an update up. Once the upload has begun, the board waits in its bootloader for another attempt.
    func cancelFirmware() { jobs[.firmware]?.task.cancel() }

    /// How long a board may take to leave its bootloader.
    private static let returning = Duration.seconds(15)

    private func install(_ link: BoardLink) async throws {
        link.phase = .updating
        do {
            for try await progress in phases(link) {
                link.firmware.progress = progress
                publish()
            }
            try Task.checkCancellation()
        } catch {
            try await recover(link, after: error)
            return
        }
        let isDone = link.firmware.progress?.state == .completed
        link.firmware = BoardLink.Firmware()
        link.firmware.checked = !isDone
        if isDone {
            try await connectAgain(link)
            say("The board now has firmware \(link.information?.firmwareRevision ?? "").")
        } else {
            link.phase = .ready
            say("The board already has the newest firmware.")
        }
    }

    private func phases(_ link: BoardLink) -> AsyncThrowingStream<DFUProgress, any Error> {
        guard link.firmware.isInBootloader else {
            return link.device.updateFirmwareToLatest(server: server)
        }
        // The bootloader says which version it has, so that it is updated first if it must be.
        return MetaBootFirmwareUpdater.updateFirmwareToLatest(
            identifier: link.id, server: server, radio: radio)
    }

    /// After an update that failed: the board is as before, or it waits in its bootloader.
    private func recover(_ link: BoardLink, after error: any Error) async throws {
        let hadBegun =
            switch link.firmware.progress?.state {
            case .starting, .uploading, .validating, .disconnecting: true
            default: link.firmware.isInBootloader
            }
        link.firmware.progress = nil
        let isCancelled = error is CancellationError || error as? MWFirmwareError == .aborted
        if hadBegun {
            link.firmware.isInBootloader = true
            if isCancelled {
                say(
                    "The update was cancelled. The board waits in its bootloader: update it again.",
                    .error)
                return
            }
            throw error
        }
        if isCancelled { say("The update was cancelled; the board keeps its firmware.") }
        if await link.device.state != .disconnected {
            link.phase = .ready
        } else {
            // The task may be cancelled, but the connection is still needed. Until the board has left its bootloader,
            // nothing else may use the link.
            try await Task {
                try await Task.sleep(for: Self.returning)
                try await self.connectAgain(link)
            }.value
        }
        if !isCancelled { throw error }
    }

    /// Connects a board that has restarted.
    private func connectAgain(_ link: BoardLink) async throws {
        link.phase = .connecting
        publish()
        var attempts = 0
        while true {
            attempts += 1
            do {
                try await within(.seconds(30), "The board does not come back after the update.") {
                    try await link.device.connect()
                }
                break
            } catch {
                guard attempts < 3, self.link === link, !Task.isCancelled else {
                    if self.link === link { self.link = nil }
                    throw error
                }
                try await Task.sleep(for: .seconds(2))
            }
        }
        try await prepare(link)
    }
}

extension AppModel.Question {
    fileprivate init(_ action: AppCommand.Destruction, board: String) {
        switch action {
        case .clearLog:
            self.init(
                action: action, title: "Clear the log?",
                text: "Everything that \(board) has recorded and that was not downloaded is lost.",
                button: "Clear the log")
        case .factoryReset:
            self.init(
                action: action, title: "Reset the board?",
                text: "\(board) loses its log, its programs and its settings, and restarts.",
                button: "Reset the board")
        case .deleteSession:
            self.init(
                action: action, title: "Delete the session?",
                text: "Its samples are deleted from this computer.", button: "Delete the session")
        case .startGroup:
            self.init(
                action: action, title: "Start the group?",
                text: "Each board begins with an empty log: what it has recorded before and was not"
                    + " downloaded is lost.", button: "Start the group")
        case .forgetRecording:
            self.init(
                action: action, title: "Forget the recording?",
                text: "What \(board) records for the group is not collected any more. The board"
                    + " goes on recording until its log is cleared.",
                button: "Forget the recording")
        case .recover:
            self.init(
                action: action, title: "Install the firmware again?",
                text: "\(board) waits in its bootloader: an update has not ended, or its firmware"
                    + " does not start. The newest firmware is installed, and the bootloader first"
                    + " if that is too old for it.", button: "Install the firmware")
        }
    }
}
