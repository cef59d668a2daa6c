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
