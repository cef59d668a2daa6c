import Foundation
import Testing

@testable import CommandLineTool

@Suite struct ShippedFilesTests {
    @Test(arguments: [
        ("/usr/bin/boardsim", ["Conformance", "/usr/share/boardsim/Conformance"]),
        (
            "/a/venv/bin/boardsim",
            ["Conformance", "/a/venv/share/boardsim/Conformance"]
        ),
        (
            "/c/.build/x86_64-unknown-linux-gnu/release/boardsim",
            [
                "Conformance", "/c/Conformance",
                "/c/.build/x86_64-unknown-linux-gnu/share/boardsim/Conformance",
            ]
        ),
        ("boardsim", ["Conformance"]),
    ])
    func `files are looked for here, in the checkout and where they are installed`(
        program: String, places: [String]
    ) {
        #expect(ShippedFiles(of: program).places(of: "Conformance") == places)
    }

    @Test func `only a name that begins here can be a shipped scenario`() {
        let files = ShippedFiles(of: "/usr/bin/boardsim")
        #expect(
            files.places(ofScenario: "wrist.yaml") == [
                "/usr/share/boardsim/wrist.yaml", "/usr/share/boardsim/Scenarios/wrist.yaml",
            ])
        for name in ["/wrist.yaml", "./wrist.yaml", "../wrist.yaml", "a/../wrist.yaml", ""] {
            #expect(files.places(ofScenario: name).isEmpty, "\(name)")
        }
    }

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
