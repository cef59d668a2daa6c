import Foundation

/// The files of the repository that tests read.
package enum Repository {
    /// Its top folder.
    package static let top = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The bytes of a file, from its path below the top folder.
    package static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: top.appending(path: path)))
    }

    /// The text of a file, from its path below the top folder.
    package static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }
}
