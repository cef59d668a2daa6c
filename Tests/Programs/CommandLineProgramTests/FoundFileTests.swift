import Foundation
import ShippedFiles
import Testing

@testable import CommandLineProgram

@Suite struct FoundFileTests {
    @Test func `a scenario of this folder comes before a shipped one`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "shipped-\(UUID().uuidString)")
        let shipped = folder.appending(path: "share/boardsim/Scenarios")
        try FileManager.default.createDirectory(at: shipped, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: shipped.appending(path: "a-wrist.yaml"))
        let files = ShippedFiles(of: folder.path + "/bin/boardsim")
        var console = Console.system
        #expect(console.found("a-wrist.yaml", files) == shipped.path + "/a-wrist.yaml")
        #expect(
            console.found("Scenarios/a-wrist.yaml", files) == shipped.path + "/a-wrist.yaml")
        #expect(console.found("no-wrist.yaml", files) == "no-wrist.yaml")
        console.read = { _ throws(FileError) in [] }
        #expect(console.found("a-wrist.yaml", files) == "a-wrist.yaml")
    }
}
