import Checkout
import CommandLineProgram
import Testing

@testable import CommandLineTool

@Suite struct TrikiCommandTests {
    private func run(_ words: [String], file: String? = nil) -> (
        CommandLineProgram.ExitStatus, String, String
    ) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { path throws(FileError) in
                guard let file else {
                    throw FileError(path: path, reason: "No such file or directory")
                }
                return Array(file.utf8)
            }, save: { _, _ throws(FileError) in })
        let status = Tool.run(["triki"] + words, console)
        return (status, out, err)
    }

    @Test func `the vectors of the project pass`() throws {
        let text = try Repository.text("Tests/Vectors/veltokit.json")
        let (status, out, err) = run(["vectors", "a.json"], file: text)
        #expect(status == .success && out == "159 of 159 vectors pass\n" && err.isEmpty)
    }

    @Test func `each difference is printed with its vector, and ends with status 1`() {
        let (status, out, _) = run(
            ["vectors", "a.json"],
            file: #"""
                {"vectors": [
                  {"id": "S-002", "area": "BLEGyroParser", "inputs": {"hex": "22 00 30 F8"},
                   "outputs": {"gyroRawFromPacket": -1999, "bytesLeftInBuffer": 4}},
                  {"id": "S-900", "area": "juggling", "inputs": {}, "outputs": {}}]}
                """#)
        #expect(status == .failed)
        #expect(
            out == """
                S-002 BLEGyroParser: gyroRawFromPacket: -2000, not -1999
                S-900 juggling: the area `juggling` is not known
                0 of 2 vectors pass

                """)
    }

    @Test(
        arguments: [
            (
                ["vectors"], nil,
                "boardsim triki: write `boardsim triki menu FILE` or `boardsim triki vectors FILE`\n"
            ),
            (
                ["game", "a"], nil,
                "boardsim triki: write `boardsim triki menu FILE` or `boardsim triki vectors FILE`\n"
            ),
            (
                ["vectors", "a"], nil,
                "a:1:1: error: the file cannot be read: No such file or directory\n"
            ),
            (["vectors", "a"], "{}", "a:1:1: error: there is no list `vectors`\n"),
        ] as [([String], String?, String)])
    func `wrong use is explained`(words: [String], file: String?, message: String) {
        let (status, _, err) = run(words, file: file)
        #expect(status == .usage && err == message)
    }
}
