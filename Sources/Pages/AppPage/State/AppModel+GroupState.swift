internal import Foundation
internal import JSON
internal import MetaWear

extension AppModel {
    /// Boards that record together.
    var groupState: JSONValue {
        Fields.object { state in
            let choice = records.group
            state.add("isBusy", jobs[.group] != nil)
            state.add("isCollecting", silencing != nil || group.lastPass == .stopAndDownload)
            state.add("unsaved", group.unsaved.count)
            state.add("rate", choice.rate)
            state.add("rates", GroupChoice.rates)
            state.add(
                "sensors",
                .array(
                    GroupChoice.possible.map { sensor in
                        Fields.object { entry in
                            entry.add("id", sensor.rawValue)
                            entry.add("title", sensor.title)
                            entry.add("unit", sensor.unit)
                            entry.add("isChosen", choice.sensors.contains(sensor))
                            entry.add("range", choice.range(of: sensor))
                            entry.add("ranges", GroupChoice.ranges(of: sensor))
                        }
                    }))
            state.add("boards", .array(groupBoards.map(groupBoard)))
        }
    }

    /// Boards that can be in the group, and those that are.
    private var groupBoards: [UUID] {
        var seen: Set<UUID> = []
        let others = records.group.members + group.sessions.keys.sorted { "\($0)" < "\($1)" }
        return (records.devices.map(\.id) + nearby + others).filter { seen.insert($0).inserted }
    }

    private func groupBoard(_ id: UUID) -> JSONValue {
        Fields.object { entry in
            entry.add("id", id.uuidString)
            entry.add("name", name(of: id))
            entry.add("isChosen", records.group.members.contains(id))
            entry.add("isHeard", isHeard(id) || link?.id == id)
            if let session = group.sessions[id] {
                entry.add("since", session.start)
                entry.add("records", session.selections.map(\.sensor.title))
            }
            if let phase = phase(of: id) {
                let (kind, words) = Self.words(phase)
                entry.add("phase", kind)
                entry.add("words", words)
            }
            if let download = group.activeDownload, download.id == id {
                entry.add("fraction", download.percentComplete)
            }
        }
    }

    /// A phase as a key and, where it has something to say, in words.
    private static func words(
        _ phase: GroupCaptureCoordinator.Phase
    ) -> (kind: String, words: String?) {
        switch phase {
        case .pending: ("pending", nil)
        case .connecting: ("connecting", nil)
        case .starting: ("starting", nil)
        case .verifying: ("verifying", nil)
        case .logging: ("logging", nil)
        case .stopping: ("stopping", nil)
        case .downloading: ("downloading", nil)
        case .saved(let count): ("saved", "\(count) samples")
        case .savedWithIssues(let count, let issues): ("issues", "\(count) samples. \(issues)")
        case .skipped(let reason): ("skipped", reason)
        case .failed(let reason): ("failed", reason)
        }
    }
}
