import Conformance
import Foundation
import Scenario
import Testing

@Suite struct CasePagesTests {
    private static let top = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: top.appending(path: path)), as: UTF8.self)
    }

    @Test func `the schema of cases in the repository is the declaration's`() throws {
        #expect(
            try Self.text("Conformance/case.schema.json") == JSONSchema.cases().text(),
            "stale; run ./boardsim schema --write")
    }

    @Test func `the reference of cases in the repository is the declaration's`() throws {
        #expect(
            try Self.text("docs/conformance-reference.md") == ReferencePage.cases(),
            "stale; run ./boardsim reference --write")
    }
}
