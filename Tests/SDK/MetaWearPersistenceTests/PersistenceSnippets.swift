import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearPersistence
import MetaWearSimulator
import Testing

/// Blocks of the article on persistence. The body of each function is a block.
@Suite struct PersistenceSnippets {
    // snippet 56
    static func openStore() throws -> MWPersistenceStore {
        let container = try MWPersistenceStore.makeContainer(inMemory: true)
        let store = MWPersistenceStore(modelContainer: container)
        return store
    }

    // snippet 57
    static func save(
        _ device: MetaWearDevice, _ sensor: MWAccelerometer, _ store: MWPersistenceStore
    ) async throws -> MWSessionSnapshot? {
        guard let info = await device.deviceInfo else { return nil }
        var samples: [MWLoggedSample<CartesianFloat>] = []
        for try await part in try await device.downloadLogs(sensor) { samples = part.data }
        let session = try await store.saveSession(
            deviceID: device.identifier, deviceInfo: info,
            sensorKind: CartesianFloat.persistenceKind, samples: samples)
        print("saved", session.sampleCount, "samples as", session.id)
        return session
    }

    // snippet 58
    static func export(
        _ device: MetaWearDevice, _ store: MWPersistenceStore, to folder: URL
    ) async throws {
        for session in try await store.fetchSessions(deviceID: device.identifier) {
            let samples = try await store.fetchSamples(
                sessionID: session.id, as: CartesianFloat.self)
            print(session.startDate, samples.count, "samples")
            let table = try await store.exportTable(
                sessionID: session.id, as: CartesianFloat.self)
            try table.writeCSV(to: folder.appending(path: "\(session.id).csv"))
        }
    }

    // snippet 59
    static func delete(
        _ session: MWSessionSnapshot, _ device: MetaWearDevice, _ store: MWPersistenceStore
    ) async throws {
        try await store.deleteSession(id: session.id)
        try await store.deleteAllSessions(for: device.identifier)
        try await store.deleteAll()
    }

    @Test func `a download is saved, exported and deleted`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionS).identifier
        try await withJudgedDesk(desk) {
            let device = MetaWearDevice(
                identifier: board, transport: desk.radio.transport(to: board))
            try await device.connect()
            let sensor = try #require(await device.makeAccelerometer(odrHz: 50, rangeG: 4))
            try await device.startLogging(sensor)
            try await Task.sleep(for: .seconds(5))
            try await device.stopLogging(sensor)
            let store = try Self.openStore()
            let session = try #require(try await Self.save(device, sensor, store))
            try await device.clearLog()
            #expect((230...260).contains(session.sampleCount))
            try await Self.export(device, store, to: folder)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path)
                    == ["\(session.id).csv"])
            try await Self.delete(session, device, store)
            #expect(try await store.fetchAllSessions().isEmpty)
            try await device.disconnect()
            try await Task.sleep(for: .seconds(2))
        }
    }
}

/// In the blocks this is the `print` of Swift; a test needs none of its lines.
private func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
