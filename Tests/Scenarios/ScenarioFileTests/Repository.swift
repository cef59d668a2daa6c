import Checkout
import Declaration
import Foundation

@testable import ScenarioFile

extension Repository {
    /// The scenarios that ship, by name.
    static func scenarios() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: top.appending(path: "Scenarios").path)
            .filter { $0.hasSuffix(".yaml") }.sorted()
    }
}

extension ScenarioFile {
    /// A scenario in a test.
    init(_ text: String, vocabulary: Vocabulary = Vocabulary()) throws(ScenarioError) {
        try self.init(reading: Array(text.utf8), file: "t", vocabulary: vocabulary)
    }
}
