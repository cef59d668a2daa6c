import Checkout
import Foundation
import Testing

@testable import MetaWear
@testable import MetaWearPersistence

/// A process that is killed while it saves leaves whole sessions.
@Suite struct KillTests {
    private static let count = 3_000

    @Test(.slow, arguments: [1, 5, 20, 60, 150])
    func `kill -9 during a save leaves all of it or nothing`(milliseconds: Int) async throws {
        let folder = URL.temporaryDirectory.appending(path: "kill-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s.sqlite").path()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, milliseconds = milliseconds as Int] in
            let store = MWPersistenceStore(modelContainer: try ModelContainer(path: path))
            let samples = StoreTests.samples(Self.count)
            func save() async throws {
                _ = try await store.saveSession(
                    deviceID: UUID(), deviceInfo: StoreTests.board, sensorKind: "cartesian",
                    samples: samples)
            }
            try await save()
            // From the first session on, whenever it strikes.
            Thread.detachNewThread {
                usleep(UInt32(milliseconds) * 1000)
                kill(getpid(), SIGKILL)
            }
            while true { try await save() }
        }
        let container = try ModelContainer(path: path)
        let store = MWPersistenceStore(modelContainer: container)
        let sessions = try await store.fetchAllSessions()
        #expect(!sessions.isEmpty)
        for session in sessions {
            let found = try await store.fetchSamples(
                sessionID: session.id, as: CartesianFloat.self)
            #expect(found == StoreTests.samples(Self.count))
        }
        let rows = try container.use { try $0.number("SELECT count(*) FROM sample") }
        #expect(rows == sessions.count * Self.count)
    }
}
