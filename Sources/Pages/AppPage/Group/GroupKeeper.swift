internal import Foundation
internal import MetaWear
internal import MetaWearPersistence

/// Saves what the boards of a group have recorded, each recording once, also if a part of it could not be saved at first.
actor GroupKeeper {
    private struct Key: Hashable {
        let group: UUID
        let device: UUID
        let selection: GroupSelection
    }

    private let store: MWPersistenceStore
    private var kept: Set<Key> = []

    init(store: MWPersistenceStore) { self.store = store }

    func keep(_ capture: GroupCapture) async throws {
        let device = capture.device
        guard let information = await device.deviceInfo else {
            throw AppError("The board did not say what it is.")
        }
        for recording in capture.recordings where !recording.samples.isEmpty {
            let key = Key(
                group: capture.session.groupID, device: device.identifier,
                selection: recording.selection)
            guard !kept.contains(key) else { continue }
            _ = try await store.saveSession(
                deviceID: device.identifier, deviceInfo: information,
                sensorKind: CartesianFloat.persistenceKind, samples: recording.samples,
                label: recording.selection.sensor.title, deviceName: capture.name,
                groupID: capture.session.groupID)
            kept.insert(key)
        }
    }
}
