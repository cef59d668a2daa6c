import Foundation
import Testing

@testable import MetaWear
@testable import MetaWearPersistence

/// Sessions that are saved are what comes back.
@Suite struct StoreTests {
    static let board = MWDeviceInformation(
        manufacturer: "MbientLab Inc", modelNumber: "8", serialNumber: "05AB12",
        firmwareRevision: "1.7.2", hardwareRevision: "0.1")

    static func samples(
        _ count: Int, from start: Double = 1000
    ) -> [MWLoggedSample<CartesianFloat>] {
        (0..<count).map {
            MWLoggedSample(
                date: Date(timeIntervalSince1970: 1_700_000_000 + Double($0) / 128),
                tickMs: start + Double($0) * 1.464_843_75,
                value: CartesianFloat(x: Float($0), y: -Float($0) / 3, z: 1))
        }
    }

    private func store() throws -> MWPersistenceStore {
        MWPersistenceStore(modelContainer: try MWPersistenceStore.makeContainer(inMemory: true))
    }

    @Test func `a session comes back with its board and its samples`() async throws {
        let store = try store()
        let device = UUID()
        let samples = Self.samples(5)
        let saved = try await store.saveSession(
            deviceID: device, deviceInfo: Self.board, sensorKind: CartesianFloat.persistenceKind,
            samples: samples, label: "walk, \"fast\"")
        #expect(saved.startDate == samples[0].date && saved.endDate == samples[4].date)
        #expect(saved.sampleCount == 5 && saved.sensorKind == "cartesian")
        #expect(saved.deviceSerial == "05AB12" && saved.deviceModel == "8")
        #expect(saved.deviceFirmware == "1.7.2" && saved.label == "walk, \"fast\"")
        #expect(try await store.fetchSessions(deviceID: device) == [saved])
        #expect(try await store.fetchAllSessions() == [saved])
        #expect(
            try await store.fetchSamples(sessionID: saved.id, as: CartesianFloat.self) == samples)
    }

    @Test func `sessions of a group keep the names of their boards`() async throws {
        let store = try store()
        let group = UUID()
        var saved: [MWSessionSnapshot] = []
        for (name, group) in [("left", group), ("right", group), ("", nil), (nil, nil)]
            as [(String?, UUID?)]
        {
            saved.append(
                try await store.saveSession(
                    deviceID: UUID(), deviceInfo: Self.board, sensorKind: "cartesian",
                    samples: Self.samples(3), deviceName: name, groupID: group))
        }
        #expect(saved.map(\.deviceName) == ["left", "right", nil, nil])
        #expect(saved.map(\.groupID) == [group, group, nil, nil])
        let found = try await store.fetchAllSessions()
        for session in saved { #expect(found.contains(session)) }
    }

    @Test func `a snapshot may be made without a store`() {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let made = (0..<2).map { _ in
            MWSessionSnapshot(
                sensorKind: "float", startDate: date, endDate: date, sampleCount: 2,
                deviceSerial: "05AB12")
        }
        #expect(made[0].id != made[1].id)
        #expect(made[0].deviceID != made[1].deviceID)
        #expect(made[0].deviceModel == "" && made[0].deviceFirmware == "")
        #expect(made[0].label == nil && made[0].deviceName == nil && made[0].groupID == nil)
    }

    @Test func `every kind of sample is kept to the bit`() async throws {
        let store = try store()
        func check<Sample: MWPersistable & Equatable>(
            _ values: [Sample], _ comment: Comment
        ) async throws {
            let saved = try await store.saveSession(
                deviceID: UUID(), deviceInfo: Self.board, sensorKind: Sample.persistenceKind,
                samples: values.enumerated().map {
                    MWLoggedSample(date: .now, tickMs: Double($0), value: $1)
                })
            let found = try await store.fetchSamples(sessionID: saved.id, as: Sample.self)
            for (value, found) in zip(values, found) {
                let (a, b) = (value.persistenceValues, found.value.persistenceValues)
                #expect(
                    [a.f0, a.f1, a.f2, a.f3].map(\.bitPattern)
                        == [b.f0, b.f1, b.f2, b.f3].map(\.bitPattern)
                        && a.accuracy == b.accuracy, comment)
            }
            #expect(found.count == values.count, comment)
        }
        let floats: [Float] = [
            0, -0.0, 1, -1, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity,
            -.infinity, .nan, .signalingNaN, Float(bitPattern: 0xFFC1_2345), 16_777_216, 0.1,
        ]
        try await check(floats, "float")
        try await check([true, false], "bool")
        try await check(floats.map { CartesianFloat(x: $0, y: -$0, z: 0) }, "cartesian")
        try await check([Quaternion(w: 1, x: 2, y: 3, z: 4)], "quaternion")
        try await check([EulerAngles(heading: 1, pitch: 2, roll: 3, yaw: 4)], "euler")
        try await check(
            (0...3).map { CorrectedCartesianFloat(x: 1, y: 2, z: 3, accuracy: $0) }, "corrected")
        #expect(Bool.from(f0: -0.5, f1: 0, f2: 0, f3: 0, accuracy: 0))
    }

    @Test func `samples come in the order of their ticks, equal ticks as they were saved`()
        async throws
    {
        let store = try store()
        let ticks = [5.0, 1, 3, 1, 5, 0]
        let saved = try await store.saveSession(
            deviceID: UUID(), deviceInfo: Self.board, sensorKind: "float",
            samples: ticks.enumerated().map {
                MWLoggedSample(
                    date: Date(timeIntervalSince1970: Double(100 - $0)), tickMs: $1,
                    value: Float($0))
            })
        // Of the array, not of time.
        #expect(saved.startDate.timeIntervalSince1970 == 100)
        #expect(saved.endDate.timeIntervalSince1970 == 95)
        let found = try await store.fetchSamples(sessionID: saved.id, as: Float.self)
        #expect(found.map(\.tickMs) == [0, 1, 1, 3, 5, 5])
        #expect(found.map(\.value) == [5, 1, 3, 2, 0, 4])
    }

    @Test func `impossible values are refused`() async throws {
        let store = try store()
        let none: [MWLoggedSample<Float>] = []
        await #expect(throws: MWPersistenceError.emptySampleSet) {
            try await store.saveSession(
                deviceID: UUID(), deviceInfo: Self.board, sensorKind: "float", samples: none)
        }
        #expect(try await store.fetchAllSessions().isEmpty)
        await #expect(throws: MWPersistenceError.sessionNotFound) {
            try await store.fetchSamples(sessionID: UUID(), as: Float.self)
        }
        let saved = try await store.saveSession(
            deviceID: UUID(), deviceInfo: Self.board, sensorKind: "own kind",
            samples: Self.samples(1))
        await #expect(
            throws: MWPersistenceError.kindMismatch(stored: "own kind", requested: "cartesian")
        ) { try await store.exportTable(sessionID: saved.id, as: CartesianFloat.self) }
    }

    @Test func `sessions are listed newest first, and deleted one, by board and all`() async throws
    {
        let store = try store()
        let (a, b) = (UUID(), UUID())
        var ids: [UUID] = []
        for (n, device) in [a, b, a, a].enumerated() {
            let first = MWLoggedSample(
                date: Date(timeIntervalSince1970: [10, 40, 30, 20][n]), tickMs: 0,
                value: Float(n))
            ids.append(
                try await store.saveSession(
                    deviceID: device, deviceInfo: Self.board, sensorKind: "float",
                    samples: [first]
                ).id)
        }
        #expect(try await store.fetchAllSessions().map(\.id) == [ids[1], ids[2], ids[3], ids[0]])
        #expect(try await store.fetchSessions(deviceID: a).map(\.id) == [ids[2], ids[3], ids[0]])
        #expect(try await store.fetchSessions(deviceID: UUID()).isEmpty)
        try await store.deleteSession(id: ids[2])
        try await store.deleteSession(id: UUID())
        await #expect(throws: MWPersistenceError.sessionNotFound) {
            try await store.fetchSamples(sessionID: ids[2], as: Float.self)
        }
        try await store.deleteAllSessions(for: a)
        #expect(try await store.fetchAllSessions().map(\.id) == [ids[1]])
        try await store.deleteAll()
        #expect(try await store.fetchAllSessions().isEmpty)
        #expect(
            try store.modelContainer.use { try $0.number("SELECT count(*) FROM sample") } == 0)
    }

    @Test func `a table has a row for each sample`() async throws {
        let store = try store()
        let saved = try await store.saveSession(
            deviceID: UUID(), deviceInfo: Self.board, sensorKind: "cartesian",
            samples: Self.samples(3, from: 0))
        let table = try await store.exportTable(sessionID: saved.id, as: CartesianFloat.self)
        #expect(table.name == "cartesian" && table.rows.count == 3)
        #expect(
            table.rows[1] == [
                "2023-11-14T22:13:20Z", "1.465", "1.000000", "-0.333333", "1.000000",
            ])
    }

    @Test func `memories are apart, stores of one container are not`() async throws {
        let container = try MWPersistenceStore.makeContainer(inMemory: true)
        let (one, two) = (
            MWPersistenceStore(modelContainer: container),
            MWPersistenceStore(modelContainer: container)
        )
        let other = try store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<20 {
                group.addTask {
                    _ = try await (n % 2 == 0 ? one : two).saveSession(
                        deviceID: UUID(), deviceInfo: Self.board, sensorKind: "cartesian",
                        samples: Self.samples(50))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await one.fetchAllSessions().count == 20)
        #expect(try await two.fetchAllSessions().count == 20)
        #expect(try await other.fetchAllSessions().isEmpty)
    }
}
