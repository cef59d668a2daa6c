import CommandLineProgram
import Foundation
import Testing

@testable import CommandLineTool

/// The output of a command of the program.
private func output(_ arguments: String...) -> String {
    var out = ""
    var console = Console.system
    console.write = { out += $0 }
    _ = Tool.run(arguments, console)
    return out
}

/// Runs a shell with a script on its standard input; nil if there is no such shell.
private func shell(_ name: String, _ arguments: [String], _ script: String) throws -> (
    status: Int32, out: String
)? {
    let places = ["/bin/", "/usr/bin/"].map { $0 + name }
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    let file = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString)")
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments + [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let out = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: out, as: UTF8.self))
}

@Suite struct ShellTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `completions name every command and option, and the shell accepts them`(
        name: String
    ) throws {
        let script = output("completion", "--shell", name)
        for command in commands {
            #expect(script.contains(command.name))
            for option in command.allOptions {
                #expect(
                    script.contains("--\(option.name)") || script.contains("-l \(option.name)"))
            }
        }
        guard let parsed = try shell(name, ["-n"], script) else { return }
        #expect(parsed.status == 0, "\(parsed.out)")
    }

    @Test(arguments: [
        ("boardsim ru", 1, ["run"]),
        ("boardsim run --rep", 2, ["--report"]),
        ("boardsim run --report js", 3, ["json"]),
        ("boardsim run --report = js", 4, ["json"]),
        ("boardsim conformance --judge", 2, []),
        ("boardsim check /etc/hostn", 2, ["/etc/hostname"]),
        ("boardsim run --out /et", 3, ["/etc"]),
        ("boardsim boards /et", 2, []),
    ])
    func `bash offers what fits`(line: String, word: Int, wanted: [String]) throws {
        let script =
            output("completion") + """

                COMP_WORDS=(\(line))
                COMP_CWORD=\(word)
                _boardsim
                printf '%s\\n' "${COMPREPLY[@]}"

                """
        let result = try #require(try shell("bash", [], script))
        #expect(result.out.split(separator: "\n").map(String.init) == wanted)
    }

    @Test func `the manual page has every command and option`() throws {
        let page = output("manual")
        for command in commands {
            #expect(page.contains("\"boardsim \(command.name)"))
            for option in command.options {
                #expect(page.contains("\\-\\-" + option.name.replacing("-", with: "\\-")))
            }
        }
        guard let read = try shell("man", ["--warnings", "-l"], page) else { return }
        #expect(read.status == 0 && !read.out.contains("warning:"), "\(read.out.prefix(500))")
    }
}
