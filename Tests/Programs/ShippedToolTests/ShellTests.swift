import Checkout
import CommandLineProgram
import Foundation
import Testing
import TrikiTool

@testable import CommandLineTool

/// The output of a command of the program.
private func output(_ arguments: String...) -> String {
    var out = ""
    var console = Console.system
    console.write = { out += $0 }
    _ = Tool.run(arguments, with: .triki, console)
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
        for command in allCommands(with: .triki) {
            #expect(script.contains(command.name))
            for option in command.shownOptions {
                #expect(
                    script.contains("--\(option.name)") || script.contains("-l \(option.name)"))
            }
        }
        guard let parsed = try shell(name, ["-n"], script) else { return }
        #expect(parsed.status == 0, "\(parsed.out)")
    }

    @Test(
        .slow,
        arguments: [
            ("boardsim ru", 1, ["run"]),
            ("boardsim run --rep", 2, ["--report"]),
            ("boardsim run --report js", 3, ["json"]),
            ("boardsim run --report = js", 4, ["json"]),
            ("boardsim conformance --judge", 2, []),
            ("boardsim check /etc/hostn", 2, ["/etc/hostname"]),
            ("boardsim run --out /et", 3, ["/etc"]),
            ("boardsim boards /et", 2, []),
            ("boardsim sweep mer", 2, ["merge"]),
            ("boardsim sweep /etc/hostn", 2, ["/etc/hostname"]),
            ("boardsim sweep --seeds 1..9 mer", 4, ["merge"]),
            ("boardsim sweep merge /etc/hostn", 3, ["/etc/hostname"]),
            ("boardsim sweep --wor", 2, ["--world"]),
            ("boardsim report comp", 2, ["compare"]),
            ("boardsim report /etc/hostn", 2, []),
            ("boardsim report compare /etc/hostn", 3, ["/etc/hostname"]),
            ("boardsim triki m", 2, ["menu"]),
            ("boardsim triki menu /etc/hostn", 3, ["/etc/hostname"]),
            ("boardsim attitude sh", 2, ["show"]),
            ("boardsim attitude show /etc/hostn", 3, []),
            ("boardsim attitude send /etc/hostn", 3, ["/etc/hostname"]),
            ("boardsim run --speed m", 3, ["max"]),
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

    @Test(
        arguments: [
            ("FILE", [], .files), ("DIR", [], .folders), ("N", [], .nothing),
            ("SCENARIO | merge FILE", [("merge", .files)], .files),
            ("merge|show FILE", [("merge", .files), ("show", .files)], .nothing),
            ("send FILE | show PORT", [("send", .files), ("show", .nothing)], .nothing),
        ] as [(String, [(String, CompletionKind)], CompletionKind)])
    func `a placeholder says what operands are`(
        placeholder: String, actions: [(String, CompletionKind)], plain: CompletionKind
    ) {
        let completion = OperandCompletion(placeholder: placeholder)
        #expect(completion.plain == plain)
        #expect(completion.words == actions.map(\.0))
        #expect(completion.actions.map(\.rest) == actions.map(\.1))
    }

    @Test(arguments: [
        (
            "fish",
            "-n '__fish_seen_subcommand_from sweep; and not __fish_seen_subcommand_from merge'"
        ),
        (
            "fish",
            "'__fish_seen_subcommand_from report; and __fish_seen_subcommand_from show'"
                + " -a '(__fish_complete_path)'"
        ),
        ("zsh", "'1:menu FILE:(menu)'"),
        ("zsh", "'*:send FILE | show PORT:{(( ${words[(I)(send)]} )) && _files}'"),
        ("zsh", "{_alternative \"actions:action:(merge)\" \"files:file:_files\"}'"),
    ])
    func `zsh and fish know the words of operands`(name: String, line: String) {
        #expect(output("completion", "--shell", name).contains(line))
    }

    @Test(arguments: [
        ["sweep", "--help"], ["manual"], ["completion"], ["completion", "--shell", "zsh"],
        ["completion", "--shell", "fish"],
    ])
    func `an option of the program itself is not shown`(words: [String]) {
        var out = ""
        var console = Console.system
        console.write = { out += $0 }
        #expect(Tool.run(words, with: .triki, console) == .success)
        #expect(out.contains("seeds") && !out.contains("worker"))
    }

    @Test func `the manual page has every command and option`() throws {
        let page = output("manual")
        #expect(page.contains("PREFIX/share/boardsim/docs/examples"))
        for command in allCommands(with: .triki) {
            let name = command.name.replacing("-", with: "\\-")
            #expect(page.contains("\"boardsim \(name)"))
            for option in command.options where !option.isInternal {
                #expect(page.contains("\\-\\-" + option.name.replacing("-", with: "\\-")))
            }
        }
        guard let read = try shell("man", ["--warnings", "-l"], page) else { return }
        #expect(read.status == 0 && !read.out.contains("warning:"), "\(read.out.prefix(500))")
    }
}
