internal import Foundation
internal import MetaWear

extension AppModel {
    private typealias Member = GroupCaptureCoordinator.Member

    // MARK: Choice

    func chooseMember(_ id: UUID, _ isOn: Bool) {
        configureGroup { group in
            group.members.removeAll { $0 == id }
            if isOn { group.members.append(id) }
        }
    }

    func configureGroup(_ edit: (inout GroupChoice) throws -> Void) {
        do {
            guard jobs[.group] == nil else {
                throw AppError("Wait until the group is done, or cancel it, to change it.")
            }
            var choice = records.group
            try edit(&choice)
            records.group = choice
        } catch {
            report(error)
        }
    }

    // MARK: Passes

    /// - Throws: if the group cannot be started.
    func requireGroup() throws {
        guard !records.group.members.isEmpty else {
            throw AppError("Choose the boards of the group first.")
        }
        guard !records.group.selections.isEmpty else {
            throw AppError("Choose a sensor for the group first.")
        }
        for id in records.group.members where !records.logs(of: id).isEmpty {
            // Starting would clear it.
            throw AppError(
                "\(name(of: id)) holds a log that the app has recorded: download it first, or take"
                    + " the board out of the group.")
        }
        try requireUnused(records.group.members)
    }

    /// - Throws: if a board is busy otherwise.
    private func requireUnused(_ ids: [UUID]) throws {
        guard let link, ids.contains(link.id) else { return }
        try link.require()
        guard link.stream == nil, link.download == nil else {
            throw AppError("\(link.name) is busy: stop its stream or its download first.")
        }
    }

    /// Has all boards of the group record. One that fails is named, and the others go on.
    func startGroup() {
        run(.group) { model in
            try model.requireGroup()
            let choice = model.records.group
            await model.walk(choice.members) { members in
                await model.group.startAll(members: members, selections: choice.selections)
            }
            let started = model.count { if case .logging = $0 { true } else { false } }
            model.sayResult(started, of: choice.members.count, "record")
        }
    }

    /// Stops all boards that record for the group, and downloads and keeps what they have.
    func collectGroup() {
        run(.group) { model in
            let recording = model.group.sessions.keys.sorted { $0.uuidString < $1.uuidString }
            guard !recording.isEmpty else { throw AppError("No board records for the group.") }
            try model.requireUnused(recording)
            var isFirst = true
            await model.walk(recording) { members in
                if isFirst, members.count > 1 { await model.silence(members) }
                isFirst = false
                await model.group.stopAndDownloadAll(members: members)
            }
            await model.refreshHistory()
            let saved = model.count {
                switch $0 {
                case .saved, .savedWithIssues: true
                default: false
                }
            }
            model.sayResult(saved, of: recording.count, "were collected; the history has them")
        }
    }

    /// Ends all recordings before the first download: a board that waits for its turn would record about as fast as the others are
    /// read. One that cannot be reached is named by its download.
    private func silence(_ members: [Member]) async {
        defer { silencing = nil }
        for member in members where !Task.isCancelled {
            silencing = member.id
            publish()
            let device = member.device
            try? await within(Self.reach, "") {
                try await device.connect()
                try await device.send(StopRecording())
                // The board flashes again when the link ends, which a LED that plays would not take.
                try await device.stopLED()
            }
            await Task { try? await device.disconnect() }.value
        }
    }

    /// How long a board may take to be stopped.
    private static let reach = Duration.seconds(15)

    /// Gives a walk over the group up: the boards that it has not reached stay as they are.
    func cancelGroup() { jobs[.group]?.task.cancel() }

    /// Visits boards, and those that failed once more after the others: a lost link is back by then, and a long erasure over.
    private func walk(_ ids: [UUID], _ visit: ([Member]) async -> Void) async {
        let members = ids.map {
            Member(device: scanner.device(forKnownIdentifier: $0), name: name(of: $0))
        }
        groupPhases = [:]
        if let reconnection, ids.contains(reconnection.id) { await stopReconnecting() }
        if let link, ids.contains(link.id) { await dropLink(saving: true) }
        await visit(members)
        groupPhases = Dictionary(group.boards.map { ($0.id, $0.phase) }) { $1 }
        let failed = members.filter { phase(of: $0.id)?.failure != nil }
        if !failed.isEmpty, !Task.isCancelled { await visit(failed) }
        if Task.isCancelled {
            // A cancelled task could not hang up.
            for member in members { await Task { try? await member.device.disconnect() }.value }
        }
        keepRecordings()
    }

    /// What a walk is doing with a board, or has come to; nil for one that it does not visit.
    func phase(of id: UUID) -> GroupCaptureCoordinator.Phase? {
        if id == silencing { return .stopping }
        return group.boards.first { $0.id == id }?.phase ?? groupPhases[id]
    }

    private func count(_ holds: (GroupCaptureCoordinator.Phase) -> Bool) -> Int {
        Set(groupPhases.keys).union(group.boards.map(\.id)).count { id in
            phase(of: id).map(holds) == true
        }
    }

    private func sayResult(_ count: Int, of all: Int, _ words: String) {
        if count == all {
            say(all == 1 ? "The board of the group: \(words)." : "All \(all) boards \(words).")
            return
        }
        let rest = Set(groupPhases.keys).union(group.boards.map(\.id))
            .filter { phase(of: $0)?.failure != nil }
            .map { "\(name(of: $0))" }.sorted()
        let names = rest.isEmpty ? "" : " Not: \(rest.joined(separator: ", "))."
        say("\(count) of \(all) boards \(words).\(names)", .error)
    }

    // MARK: What is kept

    /// Keeps what the boards record, so that another start of the app can collect it.
    func keepRecordings() {
        let sessions = group.sessions
        guard sessions != keptRecordings else { return }
        var recordings = records.recordings
        for id in Set(sessions.keys).union(keptRecordings.keys)
        where sessions[id] != keptRecordings[id] {
            recordings[id.uuidString] = sessions[id]
        }
        keptRecordings = sessions
        records.recordings = recordings
    }

    /// A board that is lost is not collected any more.
    func forgetRecording(_ id: UUID) {
        guard jobs[.group] == nil else { return say("Wait until the group is done.", .error) }
        group.forget(id)
        keepRecordings()
        publish()
    }

    /// Tries to save again what was downloaded and could not be saved.
    func saveGroup() {
        run(.group) { model in
            try await model.group.saveUnsaved()
            await model.refreshHistory()
        }
    }
}

extension GroupCaptureCoordinator.Phase {
    /// Why it did not work; nil unless it did not.
    var failure: String? { if case .failed(let words) = self { words } else { nil } }
}
