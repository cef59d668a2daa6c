import Foundation

/// A directory that goes with the test.
final class TemporaryDirectory {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "boardsim-" + UUID().uuidString
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var journal: String { path + "/flash.journal" }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: journal))) }

    func write(_ bytes: [UInt8]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: journal))
    }
}
