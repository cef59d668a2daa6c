import Foundation

extension GroupCaptureCoordinator {
    /// How often a log is read: what a slow flush brought in the meantime is read next.
    private static let mostReadouts = 4
    /// Samples that are older than this when the recording ends are not the last ones.
    private static let recent: TimeInterval = 0.3

    func collect(_ member: Member) async {
        guard let session = sessions[member.id] else {
            return set(.skipped("It has no recording of this group."), of: member)
        }
        await withLink(to: member) {
            let device = member.device
            let sensors = try await device.sensors(for: session.selections)
            set(.stopping, of: member)
            for sensor in sensors { try? await sensor.recover(device) }
            try await device.endLight(session.eventIDs)
            sessions[member.id]?.eventIDs = []
            let end = Date.now
            for sensor in sensors { try await sensor.stop(device) }

            set(.downloading, of: member)
            defer { activeDownload = nil }
            let recordings = try await read(sensors, of: member, until: end)
            let capture = GroupCapture(
                session: session, device: device, name: member.name, recordings: recordings)
            guard capture.sampleCount > 0 else {
                try await device.clearLog()
                sessions[member.id] = nil
                return .skipped("Its log is empty.")
            }
            return try await keep(capture, of: member)
        }
    }

    /// Saves, and clears the board.
    private func keep(_ capture: GroupCapture, of member: Member) async throws -> Phase {
        // The board has deleted what it sent.
        sessions[member.id] = nil
        received[member.id] = nil
        do {
            try await save(capture)
        } catch {
            unsaved.append(capture)
            try? await member.device.clearLog()
            throw error
        }
        var issues = capture.recordings.filter(\.samples.isEmpty)
            .map { "It has no \($0.selection.text)." }
        do {
            try await member.device.clearLog()
        } catch {
            issues.append("Its log could not be cleared: \(error.localizedDescription)")
        }
        return issues.isEmpty
            ? .saved(capture.sampleCount)
            : .savedWithIssues(capture.sampleCount, issues.joined(separator: " "))
    }

    /// Reads the log until its last samples are there: a flush may land while it is read, or later.
    private func read(
        _ sensors: [GroupSensor], of member: Member, until end: Date
    ) async throws -> [GroupCapture.Recording] {
        var recordings: [GroupCapture.Recording] = []
        for _ in 0..<Self.mostReadouts {
            let new = try await readOut(member)
            let entries = received[member.id, default: []] + new
            received[member.id] = entries
            recordings = []
            for sensor in sensors {
                recordings.append(
                    GroupCapture.Recording(
                        selection: sensor.selection,
                        samples: (try? await sensor.decode(entries, member.device)) ?? []))
            }
            let isComplete = recordings.allSatisfy {
                $0.samples.last.map { end.timeIntervalSince($0.date) < Self.recent } ?? false
            }
            if new.isEmpty || isComplete { break }
        }
        return recordings
    }

    private func readOut(_ member: Member) async throws -> [RawLogEntry] {
        var entries: [RawLogEntry] = []
        for try await part in try await member.device.downloadLogs(expectEntries: true) {
            entries = part.data
            activeDownload = ActiveDownload(
                id: member.id, percentComplete: part.percentComplete)
        }
        return entries
    }
}
