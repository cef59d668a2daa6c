internal import Foundation
internal import MetaWear
internal import MetaWearPersistence

extension AppModel {
    /// Downloads the log of the board: what the app has recorded, or a log that it has found.
    func download() {
        control(.downloading) { model, link in
            if link.stream != nil { throw AppError("Stop the live stream to download.") }
            await model.jobs[.resuming]?.task.value
            guard model.jobs[.logging] == nil else {
                throw AppError("Wait until logging has started or stopped.")
            }
            guard !model.records.logs(of: link.id).isEmpty || link.orphans != nil else {
                throw AppError("There is no log to download.")
            }
            link.download = BoardLink.DownloadProgress()
            defer {
                link.download = nil
                model.publish()
            }
            try await model.fetch(link)
        }
    }

    /// Gives a download up; what has come is kept, and the next one goes on from there.
    func cancelDownload() { jobs[.downloading]?.task.cancel() }

    private func fetch(_ link: BoardLink) async throws {
        let device = link.device
        let logs = records.logs(of: link.id)
        show("Preparing", link)
        if logs.isEmpty {
            link.orphans?.isAsked = false
            try await device.send(StopRecording())
            if link.orphans?.signals == nil {
                link.orphans?.signals = try await device.createAnonymousDataSignals()
            }
            try await silence(link.orphans?.signals ?? [], link)
        } else {
            try await stopLogs(link)
            let loggers = try await device.queryActiveLoggers()
            for log in logs where log.status != .failed {
                // One that the board has lost has nothing to decode.
                try? await log.sensor.signal(log.setup, link.modules)?.recover(device, loggers)
            }
        }
        let entries = try await drain(link)
        show("Saving", link)
        do {
            if logs.isEmpty {
                try await saveOrphans(entries, link)
            } else {
                try await save(logs, entries, link)
            }
        } catch {
            // The board has deleted its entries, so they wait here until they can be saved.
            try keep(entries, link)
            throw error
        }
        show("Clearing", link)
        try await device.clearLog()
        try keep([], link)
        records.logs.removeAll { $0.device == link.id }
        link.orphans = nil
        link.logSize = nil
        await refreshHistory()
        say("The log was downloaded; it is in the history.")
    }

    private func show(_ phase: String, _ link: BoardLink) {
        link.download?.phase = phase
        publish()
    }

    /// All entries of the log, with those of a download that was given up.
    private func drain(_ link: BoardLink) async throws -> [RawLogEntry] {
        let before = entriesToResume(of: link.id)
        var fresh: [RawLogEntry] = []
        show("Downloading", link)
        do {
            for try await part in try await link.device.downloadLogs() {
                fresh = part.data
                link.download?.fraction = part.percentComplete
                link.download?.received = part.entriesDownloaded.map(Int.init) ?? fresh.count
                link.download?.total = part.totalEntries.map(Int.init)
                publish()
            }
            try Task.checkCancellation()
        } catch {
            // For the next start of the app; this one goes on with what the SDK has kept.
            try? folder.saveEntries(Self.join(before, fresh), of: link.id)
            throw error
        }
        return Self.join(before, fresh)
    }

    // MARK: Entries that wait

    /// Entries that an earlier download has fetched and not saved.
    func entriesToResume(of id: UUID) -> [RawLogEntry] {
        if let known = waitingEntries[id] { return known }
        let found = folder.loadEntries(of: id)
        waitingEntries[id] = found
        return found
    }

    private func keep(_ entries: [RawLogEntry], _ link: BoardLink) throws {
        waitingEntries[link.id] = entries
        try folder.saveEntries(entries, of: link.id)
    }

    /// A board sends a page again that was not confirmed, so the beginning of `later` may be the end of `earlier`.
    static func join(_ earlier: [RawLogEntry], _ later: [RawLogEntry]) -> [RawLogEntry] {
        guard let first = later.first else { return earlier }
        // No page has more entries.
        let window = max(0, earlier.count - 4096)
        for start in window..<earlier.count where earlier[start] == first {
            let count = min(earlier.count - start, later.count)
            if earlier[start..<start + count].elementsEqual(later[..<count]) {
                return earlier + later[count...]
            }
        }
        return earlier + later
    }

    // MARK: Sessions

    /// Saves the log of each sensor; those that were saved are not saved again if a later one fails.
    private func save(
        _ logs: [AppRecords.Log], _ entries: [RawLogEntry], _ link: BoardLink
    ) async throws {
        guard let information = link.information else { return }
        for log in logs where log.status != .failed {
            guard let signal = log.sensor.signal(log.setup, link.modules) else { continue }
            let count = try await save(
                signal, entries, log.sensor.title, link, information)
            if count == 0 { say("\(log.sensor.title): nothing was logged.") }
            records.logs.removeAll { $0 == log || $0.stopped == log.stopped }
        }
    }

    private func save<Source: AppSource>(
        _ source: Source, _ entries: [RawLogEntry], _ label: String, _ link: BoardLink,
        _ information: MWDeviceInformation
    ) async throws -> Int {
        let samples = try await source.decode(link.device, entries)
        guard !samples.isEmpty else { return 0 }
        _ = try await store.saveSession(
            deviceID: link.id, deviceInfo: information,
            sensorKind: Source.Value.persistenceKind, samples: samples, label: label)
        return samples.count
    }

    private func saveOrphans(_ entries: [RawLogEntry], _ link: BoardLink) async throws {
        guard let information = link.information else { return }
        for signal in link.orphans?.signals ?? [] {
            let samples = try await link.device.decodeEntries(entries, for: signal)
            let label = "Unknown · \(Texts.name(signal.identifier))"
            func keep<Value: MWPersistable>(
                _ read: (MWAnonymousSignal.Output) -> Value?
            ) async throws {
                let values = samples.flatMap { sample in
                    sample.value.compactMap(read).map {
                        MWLoggedSample(date: sample.date, tickMs: sample.tickMs, value: $0)
                    }
                }
                guard !values.isEmpty else { return }
                _ = try await store.saveSession(
                    deviceID: link.id, deviceInfo: information,
                    sensorKind: Value.persistenceKind, samples: values, label: label)
            }
            switch samples.lazy.compactMap(\.value.first).first {
            case nil: break
            case .cartesian:
                try await keep { if case .cartesian(let value) = $0 { value } else { nil } }
            case .scalar:
                try await keep { if case .scalar(let value) = $0 { value } else { nil } }
            case .quaternion:
                try await keep { if case .quaternion(let value) = $0 { value } else { nil } }
            case .euler:
                try await keep { if case .euler(let value) = $0 { value } else { nil } }
            case .correctedCartesian:
                try await keep {
                    if case .correctedCartesian(let value) = $0 { value } else { nil }
                }
            }
            // Not saved again if a later one fails.
            link.orphans?.signals?.removeAll { $0 == signal }
        }
    }
}

extension AppRecords.Log {
    /// The same log when it no longer runs.
    fileprivate var stopped: AppRecords.Log {
        var log = self
        log.status = .stopped
        return log
    }
}
