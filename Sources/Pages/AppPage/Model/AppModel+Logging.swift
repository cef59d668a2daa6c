internal import Foundation
internal import MetaWear

extension AppModel {
    /// Has the board log all sensors that are chosen; if one does not start, none does.
    func startLog() {
        control(.logging) { model, link in
            await model.jobs[.resuming]?.task.value
            try model.requireSilence(link, "log")
            guard link.has(.logging) else { throw AppError("This board has no log.") }
            guard model.records.logs(of: link.id).isEmpty else {
                throw AppError("Download the log first.")
            }
            if link.orphans != nil {
                link.orphans?.isAsked = true
                throw AppError("The board already holds a log: download or discard it first.")
            }
            let chosen = model.chosen(link)
            guard !chosen.isEmpty else { throw AppError("Choose a sensor first.") }
            try model.requireSources(chosen, link)
            try await model.startLogs(chosen, link)
        }
    }

    private func startLogs(_ chosen: [ChosenSensor], _ link: BoardLink) async throws {
        try requireRoom(chosen, link)
        // Beside loggers of an abandoned session new ones may record nothing (real boards of 2026: RB26-05).
        if link.hasIdleLoggers {
            try await link.device.clearLog()
            link.hasIdleLoggers = false
        }
        let start = Date.now
        var started: [(signal: any AppSource, log: AppRecords.Log)] = []
        do {
            for each in chosen {
                guard let signal = each.sensor.signal(each.setup, link.modules) else { continue }
                let handles: MWPolledLoggerHandles?
                do {
                    handles = try await signal.startLog(link.device)
                } catch MWError.timeout {
                    throw Self.noRoom(each.sensor)
                }
                started.append(
                    (
                        signal,
                        AppRecords.Log(
                            device: link.id, sensor: each.sensor, setup: each.setup, start: start,
                            status: .running, handles: handles)
                    ))
            }
            try Task.checkCancellation()
        } catch {
            // The board was silent before, so nothing else is lost.
            let (device, started) = (link.device, started)
            await Task {
                for (signal, log) in started.reversed() {
                    try? await signal.stopLog(device, log.handles)
                }
                try? await device.clearLog()
            }.value
            throw error
        }
        records.logs += started.map(\.log)
    }

    /// - Throws: if the board has too few loggers.
    private func requireRoom(_ chosen: [ChosenSensor], _ link: BoardLink) throws {
        var free = link.modules[.logging]?.slots ?? .max
        for each in chosen {
            free -= each.sensor.signal(each.setup, link.modules)?.loggers ?? 0
            if free < 0 { throw Self.noRoom(each.sensor) }
        }
    }

    private static func noRoom(_ sensor: AppSensor) -> AppError {
        AppError(
            "The board has no room to log \(sensor.title.lowercased()) as well. Choose fewer"
                + " sensors.")
    }

    /// Ends the recording; the log waits to be downloaded.
    func stopLog() {
        control(.logging) { model, link in try await model.stopLogs(link) }
    }

    /// Stops all that the board records for the app.
    func stopLogs(_ link: BoardLink) async throws {
        for log in records.logs(of: link.id) where log.status == .running {
            guard let signal = log.sensor.signal(log.setup, link.modules) else { continue }
            try await signal.stopLog(link.device, log.handles)
        }
        change(link.id) { log in if log.status == .running { log.status = .stopped } }
        publish()
    }

    /// Changes the logs of a board.
    func change(_ id: UUID, _ edit: (inout AppRecords.Log) -> Void) {
        var logs = records.logs
        for place in logs.indices where logs[place].device == id { edit(&logs[place]) }
        records.logs = logs
    }

    // MARK: After a connection

    /// Finds the loggers that the app has started, also at an earlier start; or a log of another app.
    func resumeLogs(_ link: BoardLink) async throws {
        guard link.has(.logging) else { return }
        let pending = records.logs(of: link.id)
        guard pending.isEmpty else { return try await recover(pending, link) }
        // What it records for the group is collected with the group.
        guard records.recordings[link.id.uuidString] == nil else { return }
        try await lookForOrphans(link)
    }

    /// Logs that the board has lost are no more running.
    private func recover(_ logs: [AppRecords.Log], _ link: BoardLink) async throws {
        let loggers = try await link.device.queryActiveLoggers()
        var lost: [AppSensor] = []
        for log in logs where log.status != .failed {
            guard let signal = log.sensor.signal(log.setup, link.modules) else { continue }
            do {
                try await signal.recover(link.device, loggers)
            } catch is MWError {
                lost.append(log.sensor)
            }
        }
        guard !lost.isEmpty else { return }
        change(link.id) { log in if lost.contains(log.sensor) { log.status = .failed } }
        say(
            "The board no longer logs \(Self.list(lost)). It may have restarted, or another app has"
                + " cleared its log.", .error)
    }

    private static func list(_ sensors: [AppSensor]) -> String {
        sensors.map { $0.title.lowercased() }.joined(separator: ", ")
    }

    /// A log that the app knows nothing of is offered, also one that still grows; entries without loggers cannot be read, and are
    /// cleared.
    private func lookForOrphans(_ link: BoardLink) async throws {
        // Those that a download has fetched and not saved are a log of their own.
        let waiting = entriesToResume(of: link.id).count
        var isRunning = try await link.device.read(MWLoggingEnabled()).value
        let length = try await link.device.read(MWLogLength()).value
        let loggers = try? await link.device.queryActiveLoggers()
        switch ForeignLogDecision(
            hasPendingSession: false, hasLoggers: loggers.map { !$0.isEmpty }, length: length,
            isLogging: isRunning)
        {
        case .surface(let isActivelyLogging): isRunning = isActivelyLogging
        case .silentClear where waiting == 0: return try await link.device.clearLog()
        case .leaveAlone where waiting == 0:
            link.hasIdleLoggers = loggers?.isEmpty == false
            return
        case .silentClear, .leaveAlone: isRunning = false
        }
        let entries = waiting + Int(length)
        let signals: [MWAnonymousSignal]?
        do {
            signals = try await link.device.createAnonymousDataSignals()
        } catch let error as MWError {
            guard await link.device.state != .disconnected else { throw error }
            signals = nil
        }
        if signals?.isEmpty == true {
            try await link.device.clearLog()
        } else {
            link.orphans = BoardLink.Orphans(
                entries: entries, isRunning: isRunning, signals: signals)
        }
        publish()
    }

    /// Stops the sensors of a log that the app has not started.
    func silence(_ signals: [MWAnonymousSignal], _ link: BoardLink) async throws {
        let modules: [(MWModule, AppSensor)] = [
            (.accelerometer, .accelerometer), (.gyro, .gyroscope), (.magnetometer, .magnetometer),
            (.barometer, .barometer), (.ambientLight, .light), (.sensorFusion, .quaternion),
        ]
        for (module, sensor) in modules where signals.contains(where: { $0.rootModule == module }) {
            guard let choice = link.choice(sensor) else { continue }
            try await sensor.signal(choice.setup, link.modules)?.silence(link.device)
        }
    }

    /// What to do with a log that the app has not recorded.
    func answerOrphans(_ answer: OrphanAnswer) {
        guard let link, link.orphans != nil else { return }
        switch answer {
        case .keep: link.orphans?.isAsked = false
        case .download: download()
        case .discard:
            control(.logging) { model, link in
                try await model.silence(link.orphans?.signals ?? [], link)
                try await link.device.clearLog()
                link.orphans = nil
                model.publish()
            }
        }
        publish()
    }
}

/// What becomes of a log that the app has not recorded.
enum OrphanAnswer: String, CaseIterable, Sendable { case download, keep, discard }

/// Ends what the board records.
struct StopRecording: MWCommand {
    /// `[0B 01 00]`.
    var commandData: Data { MWPacket.command(.logging, UInt8(0x01), 0) }
}
