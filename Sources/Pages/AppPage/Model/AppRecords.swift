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
    /// Which boards record together, and what.
    var group = GroupChoice()
    /// What boards record for a group and was not collected yet, by their identifiers.
    var recordings: [String: GroupSession] = [:]

    func device(_ id: UUID) -> Device? { devices.first { $0.id == id } }
    func logs(of id: UUID) -> [Log] { logs.filter { $0.device == id } }

    /// What another app has kept since, with the changes that this one has made: nothing of either is lost.
    ///
    /// - Parameters:
    ///   - base: what both have begun with.
    ///   - theirs: what the other one has kept.
    func merged(from base: AppRecords, with theirs: AppRecords) -> AppRecords {
        func merge<Item: Equatable, Key: Hashable>(
            _ list: KeyPath<AppRecords, [Item]>, _ key: (Item) -> Key
        ) -> [Item] {
            func named(_ records: AppRecords) -> [Key: Item] {
                Dictionary(
                    records[keyPath: list].map { (key($0), $0) }, uniquingKeysWith: { $1 })
            }
            let (before, mine, other) = (named(base), named(self), named(theirs))
            var seen: Set<Key> = []
            return (theirs[keyPath: list] + self[keyPath: list]).map(key).filter {
                seen.insert($0).inserted
            }
            .compactMap { mine[$0] == before[$0] ? other[$0] : mine[$0] }
        }
        var result = AppRecords()
        result.devices = merge(\.devices) { $0.id }
        result.logs = merge(\.logs) { [$0.device.uuidString, "\($0.sensor)"] }
        func merge<Item: Equatable>(_ table: WritableKeyPath<AppRecords, [String: Item]>) {
            let (before, mine, other) =
                (base[keyPath: table], self[keyPath: table], theirs[keyPath: table])
            for name in Set(mine.keys).union(other.keys) {
                result[keyPath: table][name] =
                    mine[name] == before[name] ? other[name] : mine[name]
            }
        }
        merge(\.selections)
        merge(\.recordings)
        result.group = group == base.group ? theirs.group : group
        return result
    }

    /// What boards record for a group.
    var groupSessions: [UUID: GroupSession] {
        Dictionary(
            recordings.compactMap { id, session in UUID(uuidString: id).map { ($0, session) } },
            uniquingKeysWith: { $1 })
    }
}

extension AppRecords {
    /// Records of an earlier app have no groups.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        devices = try values.decode([Device].self, forKey: .devices)
        logs = try values.decode([Log].self, forKey: .logs)
        selections = try values.decode([String: Selection].self, forKey: .selections)
        group = try values.decodeIfPresent(GroupChoice.self, forKey: .group) ?? GroupChoice()
        recordings =
            try values.decodeIfPresent([String: GroupSession].self, forKey: .recordings) ?? [:]
    }
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

    /// Keeps records, together with what another app on the same folder has kept since.
    ///
    /// - Parameter base: what was loaded or saved before.
    /// - Returns: what the file holds now.
    /// - Throws: ``Damage`` after the records were written in place of a damaged file; otherwise if they could not be.
    func save(_ records: AppRecords, since base: AppRecords) throws -> AppRecords {
        guard let url, let file else { return records }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return try withLock {
            // Who removes the file while the app runs does not mean each of its boards; a damaged one is aside now.
            let isThere = FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
            var (theirs, damage) = (base, nil as (any Error)?)
            do { if isThere { theirs = try load() } } catch { damage = error }
            let merged = records.merged(from: base, with: theirs)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(merged).write(to: file, options: .atomic)
            guard damage == nil else {
                throw Damage(
                    errorDescription: "The app's records were damaged by something else, and have"
                        + " been written anew. The damaged file was kept as app.json.damaged.")
            }
            return merged
        }
    }

    /// Lets one app after the other read and write; the lock ends with the process that holds it.
    private func withLock<T>(_ body: () throws -> T) throws -> T {
        guard let path = url?.appending(path: "app.lock").path(percentEncoded: false) else {
            return try body()
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Damage(
                errorDescription: "The app's records cannot be kept: \(path): "
                    + String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return try body()
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
