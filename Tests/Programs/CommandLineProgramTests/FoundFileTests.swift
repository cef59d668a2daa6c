import Declaration
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

    @Test func `for a name that is nearly right the right one is suggested`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "shipped-\(UUID().uuidString)")
        let shipped = folder.appending(path: "share/boardsim/Scenarios")
        try FileManager.default.createDirectory(at: shipped, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: shipped.appending(path: "a-wrist.yaml"))
        try Data().write(to: folder.appending(path: "elbow.yaml"))
        let files = ShippedFiles(of: folder.path + "/bin/boardsim")
        #expect(Console.suggestion(for: "a-wrst.yaml", files) == "a-wrist.yaml")
        #expect(Console.suggestion(for: "a-wrist", files) == "a-wrist.yaml")
        let near = folder.path + "/elbw.yaml"
        #expect(Console.suggestion(for: near, files) == folder.path + "/elbow.yaml")
        #expect(Console.suggestion(for: "something-else.yaml", files) == nil)
        let error = #expect(throws: RunError.self) { try Console.system.text(of: near) }
        #expect(error?.description.hasSuffix("; did you mean `\(folder.path)/elbow.yaml`?") == true)
    }
}
