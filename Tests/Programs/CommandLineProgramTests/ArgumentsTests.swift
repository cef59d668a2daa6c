import Testing

@testable import CommandLineProgram

@Suite struct ArgumentsTests {
    private static let options: [Option] = [
        .value("speed", "N", "How fast."),
        Option(name: "report", value: "FORMAT", isRepeated: true, about: "How."),
        Option(name: "judge", value: "FILE", isValueOptional: true, about: "With what."),
        .flag("timings", "How long."), .value("out", "DIR", "Where."),
    ]

    @Test func `options are understood in every form`() throws {
        let arguments = try Arguments(
            [
                "--speed=2", "a.yaml", "--report", "json", "--report=junit", "--timings", "--judge",
                "--", "-b",
            ],
            options: Self.options, operands: .several("FILE"))
        #expect(arguments.value("speed") == "2")
        #expect(arguments.values("report") == ["json", "junit"])
        #expect(arguments.has("timings") && !arguments.has("out"))
        #expect(arguments.value("judge") == "")
        #expect(arguments.operands == ["a.yaml", "-b"])
        #expect(
            arguments.given(besides: ["report"]) == ["--speed=2", "--timings", "--judge"])
    }

    @Test func `a file behind an option whose value is optional is told how to belong to it`() {
        let error = #expect(throws: UsageError.self) {
            try Arguments(
                ["a.yaml", "--judge", "waivers.yaml"], options: Self.options,
                operands: .one("FILE"))
        }
        #expect(
            error?.fix
                == "if `waivers.yaml` belongs to `--judge`, write `--judge=waivers.yaml`")
        let other = #expect(throws: UsageError.self) {
            try Arguments(
                ["a.yaml", "--judge", "--timings", "b.yaml"], options: Self.options,
                operands: .one("FILE"))
        }
        #expect(other?.fix == "give one FILE, and write every other value after its option")
    }

    @Test func `help is at most 100 columns wide`() {
        let command = Command(
            name: "x", about: String(repeating: "word ", count: 60),
            options: [
                .value("radio", "ADDRESS", String(repeating: "where hosts attach ", count: 20)),
                .value("a-long-name", "ONE|TWO|THREE|FOUR|FIVE|SIX", "One of six."),
                .flag("short", "Short."),
            ], run: { _, _ in .success })
        let lines = command.help.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines.contains("  --short          Short."))
        #expect(lines.contains("  --a-long-name ONE|TWO|THREE|FOUR|FIVE|SIX"))
        #expect(lines.contains("                   One of six."))
    }

    @Test func `a program follows the operands and its dashes`() throws {
        func read(_ words: String...) throws -> Arguments {
            try Arguments(
                words, options: Self.options, operands: .one("FILE"), takesProgram: true)
        }
        let usual = try read("a.yaml", "--speed", "2", "--", "p", "--", "--speed")
        #expect(usual.operands == ["a.yaml"] && usual.program == ["p", "--", "--speed"])
        let odd = try read("--timings", "--", "-a.yaml", "--", "p")
        #expect(odd.operands == ["-a.yaml"] && odd.program == ["p"])
        #expect(try read("--", "-a.yaml").program.isEmpty)
        let error = #expect(throws: UsageError.self) { try read("a.yaml", "--") }
        #expect(error?.message == "no program follows `--`")
    }

    @Test(arguments: [
        (["--sped", "1"], "unknown option `--sped`"), (["--speed"], "`--speed` needs a value"),
        (["--speed", "1", "--speed=2"], "`--speed` was given twice"),
        (["--timings=1"], "`--timings` takes no value"), ([], "FILE is missing"),
    ])
    func `a wrong command line is refused`(words: [String], message: String) {
        let error = #expect(throws: UsageError.self) {
            try Arguments(words, options: Self.options, operands: .several("FILE"))
        }
        #expect(error?.message == message)
    }

    @Test func `exit statuses are those of the documentation`() {
        #expect(CommandLineProgram.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 42])
    }
}
