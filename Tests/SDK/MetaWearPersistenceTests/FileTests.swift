import Checkout
import Foundation
import SwiftData
import Testing

@testable import MetaWear
@testable import MetaWearPersistence

/// The store's file, and everything that can be wrong with it.
@Suite struct FileTests {
    /// A folder that is gone afterwards.
    private struct Folder: ~Copyable {
        let url = URL.temporaryDirectory.appending(path: "store-\(UUID())")
        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
        func file(_ name: String = "s.sqlite") -> URL { url.appending(path: name) }
    }

    private func save(
        _ count: Int, in container: ModelContainer
    ) async throws -> MWSessionSnapshot {
        try await MWPersistenceStore(modelContainer: container).saveSession(
            deviceID: UUID(), deviceInfo: StoreTests.board, sensorKind: "cartesian",
            samples: StoreTests.samples(count))
    }

    private func sessions(in container: ModelContainer) async throws -> [MWSessionSnapshot] {
        try await MWPersistenceStore(modelContainer: container).fetchAllSessions()
    }

    @Test func `a file keeps its sessions, and another connection sees them at once`() async throws
    {
        let folder = try Folder()
        let url = folder.file("deep/er/s.sqlite")
        let container = try ModelContainer(url: url)
        let saved = try await save(100, in: container)
        // The first is still open.
        #expect(try await sessions(in: try ModelContainer(url: url)) == [saved])
        let again = MWPersistenceStore(modelContainer: try ModelContainer(url: url))
        #expect(
            try await again.fetchSamples(sessionID: saved.id, as: CartesianFloat.self)
                == StoreTests.samples(100))
    }

    @Test func `two writers take turns`() async throws {
        let folder = try Folder()
        let url = folder.file()
        let containers = try (0..<2).map { _ in try ModelContainer(url: url) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for container in containers {
                group.addTask {
                    for _ in 0..<20 { _ = try await self.save(20, in: container) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await sessions(in: containers[0]).count == 40)
    }

    @Test func `an older file becomes a present one and loses nothing`() async throws {
        let folder = try Folder()
        let path = folder.file().path()
        let saved = try await save(3, in: try ModelContainer(path: path))
        let next = StoreSchema.versions + ["ALTER TABLE session ADD COLUMN place TEXT"]
        let container = try ModelContainer(path: path, versions: next)
        #expect(try await sessions(in: container) == [saved])
        #expect(try container.use { try $0.number("PRAGMA user_version") } == next.count)
        #expect(
            try container.use { try $0.number("SELECT count(*) FROM session WHERE place IS NULL") }
                == 1)
        // And what is older than the file leaves it alone.
        let error = #expect(throws: MWStoreError.self) { try ModelContainer(path: path) }
        #expect(error?.kind == .newer(version: next.count))
        #expect(error?.description.contains("use a newer library") == true)
    }

    @Test func `a step to a newer version that fails changes nothing`() async throws {
        let folder = try Folder()
        let path = folder.file().path()
        let saved = try await save(3, in: try ModelContainer(path: path))
        let broken =
            StoreSchema.versions + ["ALTER TABLE session ADD COLUMN place TEXT", "CREATE TABLE"]
        #expect(throws: MWStoreError.self) { try ModelContainer(path: path, versions: broken) }
        #expect(try await sessions(in: try ModelContainer(path: path)) == [saved])
    }

    @Test func `files that are no stores are refused and left alone`() throws {
        let folder = try Folder()
        let text = folder.file("notes.txt")
        let words = Data(String(repeating: "no database at all\n", count: 100).utf8)
        try words.write(to: text)
        let damaged = #expect(throws: MWStoreError.self) { try ModelContainer(url: text) }
        #expect(damaged?.kind == .damaged)
        #expect(try Data(contentsOf: text) == words)

        let foreign = folder.file("other.sqlite")
        do {
            let database = try Database(foreign.path())
            try database.execute("CREATE TABLE note (text)")
        }
        let other = #expect(throws: MWStoreError.self) { try ModelContainer(url: foreign) }
        #expect(other?.kind == .foreign)
        #expect("\(try #require(other))".hasPrefix(foreign.path()))

        let place = #expect(throws: MWStoreError.self) {
            try ModelContainer(path: folder.url.path())
        }
        #expect(place?.kind == .inaccessible)
        #expect(throws: (any Error).self) {
            try ModelContainer(url: text.appending(path: "s.sqlite"))
        }
    }

    @Test func `a file that is cut short is an error and no crash`() async throws {
        let folder = try Folder()
        let url = folder.file()
        do { _ = try await save(2_000, in: try ModelContainer(url: url)) }
        let whole = try Data(contentsOf: url)
        for part in [1, 50, 99, 100, 4096, 5000, whole.count / 2, whole.count - 1] {
            try whole.prefix(part).write(to: url)
            try? FileManager.default.removeItem(at: URL(filePath: url.path() + "-wal"))
            try? FileManager.default.removeItem(at: URL(filePath: url.path() + "-shm"))
            do {
                let store = MWPersistenceStore(modelContainer: try ModelContainer(url: url))
                for session in try await store.fetchAllSessions() {
                    _ = try await store.fetchSamples(
                        sessionID: session.id, as: CartesianFloat.self)
                }
            } catch let error as MWStoreError {
                #expect(!"\(error)".isEmpty)
            }
        }
    }

    @Test(.slow) func `a full disk is an error, and what was saved before stays`() async throws {
        let folder = try Folder()
        let container = try ModelContainer(url: folder.file())
        let saved = try await save(10, in: container)
        // What SQLite says of a full disk, without one.
        try container.use { database in
            let pages = try database.number("PRAGMA page_count")
            try database.execute("PRAGMA max_page_count = \(pages + 4)")
        }
        let error = await #expect(throws: MWStoreError.self) {
            try await save(100_000, in: container)
        }
        #expect(error?.kind == .full)
        #expect("\(try #require(error))".contains("the disk is full; make room and save again"))
        #expect(try await sessions(in: container) == [saved])
        let count = try container.use { try $0.number("SELECT count(*) FROM sample") }
        #expect(count == 10)
        // With room it works again.
        try container.use { try $0.execute("PRAGMA max_page_count = 1000000") }
        _ = try await save(100_000, in: container)
        #expect(try await sessions(in: container).count == 2)
    }

    @Test func `an app that imports Apple's framework finds the container there`() throws {
        let container: SwiftData.ModelContainer = try MWPersistenceStore.makeContainer(
            inMemory: true)
        #expect(type(of: container) == ModelContainer.self)
    }

    @Test func `the file of an app is in the user's folder for data`() {
        #expect(ModelContainer.defaultURL.path().hasSuffix("/MetaWear/sessions.sqlite"))
    }
}
