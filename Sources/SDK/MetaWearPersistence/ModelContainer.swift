public import Foundation
import MetaWear
import Synchronization

/// A file of sessions, or a memory of them, for any number of stores in this process.
///
/// Other processes may open the same file: they read while one writes.
public final class ModelContainer: Sendable {
    private let database: Mutex<Database>

    /// - Parameter path: of a file, which is made if there is none; `:memory:` for none.
    init(path: String, versions: [String] = StoreSchema.versions) throws(MWStoreError) {
        let database = try Database(path)
        try StoreSchema.prepare(database, versions: versions)
        self.database = Mutex(database)
    }

    /// Opens a file of sessions, or makes it, and the folders above it.
    ///
    /// - Throws: ``MWStoreError`` if it cannot be opened, is damaged, or is no file of sessions, and if its folder cannot
    ///   be made.
    public convenience init(url: URL) throws {
        let path = url.path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw MWStoreError(kind: .inaccessible, path: path, detail: error.reason)
        }
        try self.init(path: path)
    }

    /// `MetaWear/sessions.sqlite` in the user's folder for data: `$XDG_DATA_HOME`, or `~/.local/share`.
    public static var defaultURL: URL {
        let environment = ProcessInfo.processInfo.environment
        let folder =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
        return folder.appending(path: "MetaWear/sessions.sqlite")
    }

    /// Gives the connection to one caller at a time.
    func use<Value: Sendable>(
        _ body: (Database) throws -> Value
    ) throws -> Value {
        try database.withLock { try body($0) }
    }
}
