public import Foundation
public import MetaWear

/// Keeps downloaded sessions in a file.
public actor MWPersistenceStore {
    /// Where the sessions are.
    public nonisolated let modelContainer: ModelContainer

    /// A store in a container; several stores may share one.
    public init(modelContainer: ModelContainer) { self.modelContainer = modelContainer }

    /// The file at ``ModelContainer/defaultURL``, or a memory that is gone with its last owner.
    ///
    /// - Throws: ``MWStoreError``.
    public static func makeContainer(inMemory: Bool = false) throws -> ModelContainer {
        inMemory
            ? try ModelContainer(path: ":memory:")
            : try ModelContainer(url: ModelContainer.defaultURL)
    }

    /// Saves the samples of a session: all of them, or none if it throws.
    ///
    /// - Parameters:
    ///   - sensorKind: what the samples are, as a rule `Sample.persistenceKind`; stored as it is.
    ///   - samples: in any order; the dates of the first and the last are those of the session.
    ///   - deviceName: what the board is called now; an empty name is none.
    ///   - groupID: common to sessions that were recorded together.
    /// - Throws: ``MWPersistenceError/emptySampleSet``; ``MWStoreError`` if the file cannot be written.
    public func saveSession<Sample: MWPersistable>(
        deviceID: UUID, deviceInfo: MWDeviceInformation, sensorKind: String,
        samples: [MWLoggedSample<Sample>], label: String? = nil, deviceName: String? = nil,
        groupID: UUID? = nil
    ) throws -> MWSessionSnapshot {
        guard let first = samples.first, let last = samples.last else {
            throw MWPersistenceError.emptySampleSet
        }
        let session = MWSessionSnapshot(
            id: UUID(), deviceID: deviceID, sensorKind: sensorKind, startDate: first.date,
            endDate: last.date, sampleCount: samples.count, deviceSerial: deviceInfo.serialNumber,
            deviceModel: deviceInfo.modelNumber, deviceFirmware: deviceInfo.firmwareRevision,
            label: label, deviceName: deviceName?.isEmpty == true ? nil : deviceName,
            groupID: groupID)
        try modelContainer.use { database in
            try database.transaction { () throws(MWStoreError) in
                let number = try SessionRow.insert(session, into: database)
                try SampleRow.insert(samples, of: number, into: database)
            }
        }
        return session
    }

    /// The sessions of one board, newest first.
    public func fetchSessions(deviceID: UUID) throws -> [MWSessionSnapshot] {
        try modelContainer.use { try SessionRow.all(in: $0, device: deviceID) }
    }

    /// The sessions of all boards, newest first.
    public func fetchAllSessions() throws -> [MWSessionSnapshot] {
        try modelContainer.use { try SessionRow.all(in: $0) }
    }

    /// The samples of a session in the order of their ticks.
    ///
    /// - Throws: ``MWPersistenceError/sessionNotFound``, ``MWPersistenceError/kindMismatch(stored:requested:)``;
    ///   ``MWStoreError`` if the file cannot be read.
    public func fetchSamples<Sample: MWPersistable>(
        sessionID: UUID, as type: Sample.Type
    ) throws -> [MWLoggedSample<Sample>] {
        try modelContainer.use { database in
            guard let found = try SessionRow.one(sessionID, in: database) else {
                throw MWPersistenceError.sessionNotFound
            }
            guard found.session.sensorKind == Sample.persistenceKind else {
                throw MWPersistenceError.kindMismatch(
                    stored: found.session.sensorKind, requested: Sample.persistenceKind)
            }
            return try SampleRow.all(
                of: found.number, count: found.session.sampleCount, in: database)
        }
    }

    /// The samples of a session as a table, in the order of their ticks.
    ///
    /// - Throws: as ``fetchSamples(sessionID:as:)``.
    public func exportTable<Sample: MWPersistable>(
        sessionID: UUID, as type: Sample.Type
    ) throws -> MWDataTable {
        .from(
            logged: try fetchSamples(sessionID: sessionID, as: type), name: Sample.persistenceKind)
    }

    /// Deletes a session with its samples; an unknown id is no error.
    public func deleteSession(id: UUID) throws {
        try modelContainer.use { try SessionRow.delete(from: $0, where: "id = ?1", id.uuidString) }
    }

    /// Deletes every session of one board.
    public func deleteAllSessions(for deviceID: UUID) throws {
        try modelContainer.use {
            try SessionRow.delete(from: $0, where: "device = ?1", deviceID.uuidString)
        }
    }

    /// Deletes every session.
    public func deleteAll() throws {
        try modelContainer.use { try SessionRow.delete(from: $0, where: "?1 IS NULL", nil) }
    }
}
