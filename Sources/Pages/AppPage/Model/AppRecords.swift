internal import Foundation
internal import MetaWear

/// What the app remembers from one start to the next, beside the sessions of the store.
struct AppRecords: Codable, Equatable, Sendable {
    /// A board that was connected once.
    struct Device: Codable, Equatable, Sendable {
        let id: UUID
        var name: String
        var mac: String?
        var serial = ""
        var model = ""
        var firmware = ""
        var lastSeen: Date
    }

    /// A sensor that a board logs.
    struct Log: Codable, Equatable, Sendable {
        /// What became of it.
        enum Status: String, Codable, Sendable {
            case running
            /// Not recorded any more, and not downloaded yet.
            case stopped
            /// The board has lost it.
            case failed
        }

        let device: UUID
        let sensor: AppSensor
        let setup: SensorSetup
        let start: Date
        var status: Status
        var handles: MWPolledLoggerHandles?
    }

    /// The sensors that a person has chosen for a board.
    struct Selection: Codable, Equatable, Sendable {
        var chosen: [AppSensor] = []
        /// By the sensors' names.
        var setups: [String: SensorSetup] = [:]
    }

    var devices: [Device] = []
    var logs: [Log] = []
    /// By the boards' identifiers.
    var selections: [String: Selection] = [:]

    func device(_ id: UUID) -> Device? { devices.first { $0.id == id } }
    func logs(of id: UUID) -> [Log] { logs.filter { $0.device == id } }
}

/// Where the app keeps its records: a folder, or nothing but memory.
struct AppFolder: Sendable {
    /// nil for memory.
    let url: URL?

    /// In which way ``load()`` failed.
    struct Damage: Error, LocalizedError {
        let errorDescription: String?
    }

    private var file: URL? { url?.appending(path: "app.json") }

    /// What was kept; empty records at the first start.
    ///
    /// - Throws: ``Damage`` if the file cannot be read. It is moved aside, so that nothing is overwritten.
    func load() throws -> AppRecords {
        guard let file, FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
        else { return AppRecords() }
        do {
            return try JSONDecoder().decode(AppRecords.self, from: try Data(contentsOf: file))
        } catch {
            let aside = file.appendingPathExtension("damaged")
            try? FileManager.default.removeItem(at: aside)
            try? FileManager.default.moveItem(at: file, to: aside)
            throw Damage(
                errorDescription: "The app's records could not be read, so it starts without"
                    + " remembered boards. The file was kept as \(aside.lastPathComponent).")
        }
    }

    func save(_ records: AppRecords) throws {
        guard let url, let file else { return }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(records).write(to: file, options: .atomic)
    }

    // MARK: Entries of a download that has not ended

    private func entries(of device: UUID) -> URL? {
        url?.appending(path: "log-\(device.uuidString).bin")
    }

    /// What a download of an earlier start of the app has fetched: the board has deleted it.
    func loadEntries(of device: UUID) -> [RawLogEntry] {
        guard let file = entries(of: device), let data = try? Data(contentsOf: file) else {
            return []
        }
        let bytes = [UInt8](data)
        return stride(from: 0, through: bytes.count - RawLogEntry.length, by: RawLogEntry.length)
            .map { RawLogEntry(bytes.span, at: $0) }
    }

    /// Keeps entries until all of a log is there; none removes the file.
    func saveEntries(_ entries: [RawLogEntry], of device: UUID) throws {
        guard let url, let file = self.entries(of: device) else { return }
        if entries.isEmpty {
            try? FileManager.default.removeItem(at: file)
            return
        }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data(entries.flatMap(\.bytes)).write(to: file, options: .atomic)
    }
}

extension RawLogEntry {
    /// As the board sends it.
    fileprivate var bytes: [UInt8] {
        [id | resetUID << 5] + Self.bytes(tick) + Self.bytes(rawData)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
