import Foundation

extension GroupCaptureCoordinator {
    func start(_ member: Member, _ selections: [GroupSelection], in group: UUID) async {
        guard sessions[member.id] == nil else {
            return set(
                .skipped("It has a recording that was not collected."), of: member)
        }
        await withLink(to: member) {
            let device = member.device
            let sensors = try await device.sensors(for: selections)
            set(.starting, of: member)
            // Always: beside loggers of an abandoned session new ones may record nothing (RB26-05).
            try await device.clearLog()
            do {
                for sensor in sensors { try await sensor.start(device) }
                set(.verifying, of: member)
                guard try await RecordingHeartbeat().isHeard(of: device) else {
                    throw MWError.operationFailed(
                        "the board records nothing; it may still erase its log. Wait a minute and"
                            + " start it again")
                }
                let events = try await device.lightWhileRecording()
                sessions[member.id] = GroupSession(
                    groupID: group, start: .now, selections: selections, eventIDs: events.map(\.id))
                return .logging
            } catch {
                // In a task of its own, because this one may be cancelled.
                await Task { await self.abandon(sensors, of: device) }.value
                throw error
            }
        }
    }

    /// A board that did not start records nothing, and its sensors are off.
    private func abandon(_ sensors: [GroupSensor], of device: MetaWearDevice) async {
        for sensor in sensors { try? await sensor.stop(device) }
        try? await device.clearLog()
    }
}
