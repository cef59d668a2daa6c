import Checkout
import Foundation
import Testing

@testable import MetaWear
@testable import MetaWearPersistence

/// Numbers in a file that this library has not written, and what the errors say.
@Suite struct DamagedFileTests {
    private struct Folder: ~Copyable {
        let url = URL.temporaryDirectory.appending(path: "damaged-\(UUID())")
        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
        var file: URL { url.appending(path: "s.sqlite") }
    }

    private func save(to url: URL) async throws -> MWSessionSnapshot {
        try await MWPersistenceStore(modelContainer: try ModelContainer(url: url)).saveSession(
            deviceID: UUID(), deviceInfo: StoreTests.board, sensorKind: "cartesian",
            samples: StoreTests.samples(5))
    }

    private func spoil(_ url: URL, _ sql: String) throws {
        try Database(url.path()).execute(sql)
    }

    private func check(_ error: MWStoreError?, _ url: URL, _ text: String) {
        #expect(error?.kind == .damaged)
        #expect(error?.path == url.path())
        #expect(error?.localizedDescription.contains(text) == true, "\(String(describing: error))")
    }

    @Test(arguments: [-1, -2_147_483_648])
    func `a version below 0`(version: Int) async throws {
        let folder = try Folder()
        _ = try await save(to: folder.file)
        try spoil(folder.file, "PRAGMA user_version = \(version)")
        let error = #expect(throws: MWStoreError.self) { try ModelContainer(url: folder.file) }
        check(error, folder.file, "its version is \(version)")
    }

    @Test(
        .slow,
        arguments: [
            ("samples = 9223372036854775807", "a session of 9223372036854775807 samples has 5"),
            ("samples = -1", "a session of -1 samples has 5"),
            ("samples = 6", "a session of 6 samples has 5"),
            ("id = 'x'", "a session has no id"), ("start_date = 9e999", "`start_date` is infinite"),
            ("end_date = 'soon'", "`end_date` is not a number"),
            ("group_id = 'x'", "`x` is no id of a group"),
        ])
    func `a value of a session`(change: String, text: String) async throws {
        let folder = try Folder()
        let saved = try await save(to: folder.file)
        try spoil(folder.file, "UPDATE session SET \(change)")
        let store = MWPersistenceStore(modelContainer: try ModelContainer(url: folder.file))
        let all = await #expect(throws: MWStoreError.self) { try await store.fetchAllSessions() }
        check(all, folder.file, text)
        guard !change.hasPrefix("id") else { return }
        let one = await #expect(throws: MWStoreError.self) {
            try await store.exportTable(sessionID: saved.id, as: CartesianFloat.self)
        }
        check(one, folder.file, text)
    }

    @Test(
        .slow,
        arguments: [
            ("UPDATE sample SET accuracy = 256 WHERE place = 2", "an accuracy is 256"),
            ("UPDATE sample SET accuracy = -1 WHERE place = 2", "an accuracy is -1"),
            ("UPDATE sample SET f1 = 'much' WHERE place = 2", "`f1` is not a number"),
            ("UPDATE sample SET f1 = x'0102' WHERE place = 2", "`f1` is not a number"),
            ("UPDATE sample SET tick_ms = 9e999 WHERE place = 2", "`tick_ms` is infinite"),
            ("UPDATE sample SET date = x'00' WHERE place = 2", "`date` is not a number"),
            ("DELETE FROM sample WHERE place = 2", "a session of 5 samples has 4"),
        ])
    func `a value of a sample`(change: String, text: String) async throws {
        let folder = try Folder()
        let saved = try await save(to: folder.file)
        try spoil(folder.file, change)
        let store = MWPersistenceStore(modelContainer: try ModelContainer(url: folder.file))
        let error = await #expect(throws: MWStoreError.self) {
            try await store.fetchSamples(sessionID: saved.id, as: CartesianFloat.self)
        }
        check(error, folder.file, text)
    }

    @Test func `a folder that cannot be made`() throws {
        let folder = try Folder()
        let text = folder.url.appending(path: "notes.txt")
        try Data("no folder".utf8).write(to: text)
        let url = text.appending(path: "deep/s.sqlite")
        let error = #expect(throws: MWStoreError.self) { try ModelContainer(url: url) }
        #expect(error?.kind == .inaccessible)
        #expect(error?.path == url.path())
        #expect(error?.localizedDescription.contains("it cannot be opened") == true)

        let table = MWDataTable(name: "t", columns: ["a"], rows: [])
        let written = #expect(throws: MWError.self) { try table.writeCSV(to: url) }
        #expect(written?.localizedDescription.contains(url.path()) == true)
    }

    @Test func `what a caller does wrong is said in a sentence`() {
        let errors: [MWPersistenceError] = [
            .emptySampleSet, .kindMismatch(stored: "float", requested: "bool"), .sessionNotFound,
        ]
        #expect(
            errors.map(\.localizedDescription) == [
                "A session without samples cannot be saved.",
                "The session has samples of the kind `float`; `bool` was asked for.",
                "The store has no session with this id; it may have been deleted.",
            ])
    }
}
