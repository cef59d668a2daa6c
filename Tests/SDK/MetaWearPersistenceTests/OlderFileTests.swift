import Foundation
import Testing

@testable import MetaWear
@testable import MetaWearPersistence

/// Files of earlier versions of this library, as those wrote them.
@Suite struct OlderFileTests {
    private static let session = "3F2504E0-4F89-11D3-9A0C-0305E82C3301"
    private static let uncounted = "3F2504E0-4F89-11D3-9A0C-0305E82C3302"
    private static let device = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"

    /// Version 1: no names and no groups. The count of the second session was not stamped.
    private static let first = """
        CREATE TABLE session (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, device TEXT NOT NULL,
            kind TEXT NOT NULL, start_date REAL NOT NULL, end_date REAL NOT NULL,
            serial TEXT NOT NULL, model TEXT NOT NULL, firmware TEXT NOT NULL, label TEXT,
            samples INTEGER NOT NULL
        );
        CREATE INDEX session_by_device ON session (device, start_date);
        CREATE TABLE sample (
            session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE,
            place INTEGER NOT NULL, date, tick_ms, f0, f1, f2, f3, accuracy INTEGER NOT NULL,
            PRIMARY KEY (session, place)
        ) WITHOUT ROWID;
        INSERT INTO session VALUES (1, '\(session)', '\(device)', 'cartesian', 700000000.0,
            700000000.5, '05AB12', '8', '1.7.2', 'walk', 2);
        INSERT INTO session VALUES (2, '\(uncounted)', '\(device)', 'float', 700000010.0,
            700000012.0, '05AB12', '8', '1.7.2', NULL, 0);
        INSERT INTO sample VALUES (1, 0, 700000000.0, 10.0, 1.0, 2.0, 3.0, 0.0, 0);
        INSERT INTO sample VALUES (1, 1, 700000000.5, 510.0, 4.0, 5.0, 6.0, 0.0, 0);
        INSERT INTO sample VALUES (2, 0, 700000010.0, 20.0, 0.5, 0.0, 0.0, 0.0, 0);
        INSERT INTO sample VALUES (2, 1, 700000011.0, 21.0, 1.5, 0.0, 0.0, 0.0, 0);
        INSERT INTO sample VALUES (2, 2, 700000012.0, 22.0, 2.5, 0.0, 0.0, 0.0, 0);
        PRAGMA user_version = 1;
        PRAGMA application_id = 1297568595;
        """

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "older-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "s.sqlite")
        try Database(file.path()).execute(Self.first)
        try await body(file)
    }

    @Test func `a file of version 1 opens, and keeps all that it has`() async throws {
        try await withFile { file in
            let store = MWPersistenceStore(modelContainer: try ModelContainer(url: file))
            let sessions = try await store.fetchAllSessions()
            #expect(sessions.map(\.id.uuidString) == [Self.uncounted, Self.session])
            #expect(sessions.map(\.sampleCount) == [3, 2])
            #expect(sessions.map(\.label) == [nil, "walk"])
            #expect(sessions.allSatisfy { $0.deviceName == nil && $0.groupID == nil })
            let floats = try await store.fetchSamples(sessionID: sessions[0].id, as: Float.self)
            #expect(floats.map(\.value) == [0.5, 1.5, 2.5])
            let vectors = try await store.fetchSamples(
                sessionID: sessions[1].id, as: CartesianFloat.self)
            #expect(vectors.map(\.tickMs) == [10, 510])
        }
    }

    @Test func `it takes sessions with a name and a group`() async throws {
        try await withFile { file in
            let group = UUID()
            let container = try ModelContainer(url: file)
            let saved = try await MWPersistenceStore(modelContainer: container).saveSession(
                deviceID: try #require(UUID(uuidString: Self.device)),
                deviceInfo: StoreTests.board, sensorKind: "cartesian",
                samples: StoreTests.samples(4), deviceName: "wrist", groupID: group)
            // As another program sees it.
            let again = MWPersistenceStore(modelContainer: try ModelContainer(url: file))
            let found = try await again.fetchSessions(deviceID: saved.deviceID)
            #expect(found.count == 3 && found.contains(saved))
            #expect(found.compactMap(\.deviceName) == ["wrist"])
            #expect(found.compactMap(\.groupID) == [group])
        }
    }
}
