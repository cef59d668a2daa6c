public import Foundation

/// What a caller of the store did wrong.
public enum MWPersistenceError: Error, Sendable, Equatable {
    /// A session without a sample is not saved.
    case emptySampleSet
    /// The session has samples of another kind than was asked for.
    case kindMismatch(stored: String, requested: String)
    /// There is no session with this id.
    case sessionNotFound
}

extension MWPersistenceError: LocalizedError {
    /// For a person.
    public var errorDescription: String? {
        switch self {
        case .emptySampleSet: "A session without samples cannot be saved."
        case .kindMismatch(let stored, let requested):
            "The session has samples of the kind `\(stored)`; `\(requested)` was asked for."
        case .sessionNotFound: "The store has no session with this id; it may have been deleted."
        }
    }
}

/// Why the store's file could not be read or written; nothing that was saved before is lost.
public struct MWStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What prevented it.
    public enum Kind: Sendable, Equatable {
        /// The disk has no room left; the session was not saved.
        case full
        /// Another program has been writing for five seconds.
        case busy
        /// The file or its folder cannot be opened, read or written.
        case inaccessible
        /// The file is no database, or it is damaged.
        case damaged
        /// The file is a database of something else.
        case foreign
        /// The file was written by a newer version of this library.
        case newer(version: Int)
        /// Anything else, by SQLite's code.
        case other(code: Int)
    }

    /// What prevented it.
    public let kind: Kind
    /// The store's file; `:memory:` for one without.
    public let path: String
    /// SQLite's words, or what in the file is damaged.
    public let detail: String

    /// `/data/sessions.sqlite: the disk is full (database or disk is full); …`.
    public var description: String {
        let words =
            switch kind {
            case .full: "the disk is full; make room and save again"
            case .busy: "another program is writing to it; try again"
            case .inaccessible: "it cannot be opened; check the path and its permissions"
            case .damaged: "it is damaged or no database; move it away, or restore a copy"
            case .foreign: "it is a database of another program; choose another file"
            case .newer(let version):
                "it has version \(version), and this library reads versions up to"
                    + " \(StoreSchema.versions.count); use a newer library"
            case .other(let code): "SQLite failed with code \(code)"
            }
        return detail.isEmpty ? "\(path): \(words)" : "\(path): \(words) (\(detail))"
    }
}

extension MWStoreError: LocalizedError {
    /// For a person: ``description``.
    public var errorDescription: String? { description }
}
