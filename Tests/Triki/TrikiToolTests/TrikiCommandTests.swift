import CommandLineProgram
import CommandLineTool
import Testing
import TrikiTool

@Suite struct TrikiCommandTests {
    @Test(arguments: [["game", "a"], ["vectors", "a"]])
    func `an unknown use is refused, and the known one is named`(words: [String]) {
        var complaints = ""
        let console = Console(
            write: { _ in }, complain: { complaints += $0 },
            read: { path throws(FileError) in
                throw FileError(path: path, reason: "No such file or directory")
            }, save: { _, _ throws(FileError) in })
        #expect(Tool.run(["triki"] + words, with: .triki, console) == .usage)
        #expect(complaints == "boardsim triki: write `boardsim triki menu FILE`\n")
    }
}
