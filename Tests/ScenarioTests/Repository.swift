import Declaration
import Foundation
import Scenario

/// The files of the repository that tests read.
enum Repository {
    static let top = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: top.appending(path: path)))
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// The scenarios that ship, by name.
    static func scenarios() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: top.appending(path: "Scenarios").path)
            .filter { $0.hasSuffix(".yaml") }.sorted()
    }
}

extension Document {
    /// A scenario in a test.
    init(_ text: String, vocabulary: Vocabulary = Vocabulary()) throws(ScenarioError) {
        try self.init(reading: Array(text.utf8), file: "t", vocabulary: vocabulary)
    }
}
