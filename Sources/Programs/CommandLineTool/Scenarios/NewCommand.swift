import CommandLineProgram
import Declaration
import JSON
import ScenarioFile
import Sweep
import Wire

/// `boardsim new`, for the list of commands.
let newCommandDeclaration = Command(
    name: "new",
    about:
        "Writes a short scenario to start from, and beside it the schema by which editors complete"
        + " it. Nothing is overwritten.",
    operands: .one("FILE"),
    options: [
        .value("model", "M", "The board, as listed by `boardsim boards`. Default: MetaMotion S."),
        .value(
            "for", NewScenario.Purpose.allCases.map(\.rawValue).joined(separator: "|"),
            choices: NewScenario.Purpose.allCases.map(\.rawValue),
            "Who talks to the board: a scripted client that streams or that logs, or a program outside."
                + " Default: script."),
    ],
    run: newCommand)

/// `boardsim new`.
func newCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    console.reporting { () throws(RunError) in
        let path = arguments.operands[0]
        let read = OptionReader(arguments, of: "new")
        let purpose = arguments.value("for").flatMap(NewScenario.Purpose.init) ?? .script
        let model = try read.value("model", or: BoardModel.fix(arguments.value("model") ?? "")) {
            BoardModel(rawValue: $0)
        }
        let scenario = NewScenario(
            purpose: purpose, model: model ?? purpose.models[0],
            file: PathText.shown(FilePath.split(path).name))
        guard purpose.models.contains(scenario.model) else {
            let fix = "write `--model '\(purpose.models[0].rawValue)'`, or omit it"
            throw read.wrong("--for \(purpose.rawValue) needs another board; \(fix)")
        }
        if Console.exists(path) {
            throw RunError(
                .input, of: "new",
                "\(PathText.shown(path)) is there already; choose another name, or move it away")
        }
        var written = [path]
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let schema = (slash.map { String(path[...$0]) } ?? "") + NewScenario.schema
        if try isNeeded(schema, console) {
            try save(Array(JSONSchema.scenario().text.utf8), schema, console)
            written.append(schema)
        }
        try save(Array(scenario.text.utf8), path, console)
        console.write(
            "wrote \(written.map { PathText.shown($0) }.joined(separator: ", "))\n"
                + scenario.advice(SweepHeader.quoted(PathText.shown(path))))
        return .success
    }
}

/// Whether the schema has to be written: it is missing, or it is that of another version.
private func isNeeded(_ path: String, _ console: Console) throws(RunError) -> Bool {
    guard Console.exists(path) else { return true }
    let schema = JSONSchema.scenario()
    guard let bytes = try? console.read(path), let there = try? JSONValue(reading: bytes),
        there["title"]?.line == schema["title"]?.line
    else {
        throw RunError(
            .input, of: "new",
            "\(PathText.shown(path)) is there, and is not the schema of scenarios; move it away")
    }
    return there.canonical != schema.canonical
}

private func save(_ bytes: [UInt8], _ path: String, _ console: Console) throws(RunError) {
    do throws(FileError) { try console.save(bytes, path) } catch {
        throw RunError(
            .environment, of: "new",
            "\(PathText.shown(path)) cannot be written: \(error.reason); make its folder, or choose"
                + " another one")
    }
}
