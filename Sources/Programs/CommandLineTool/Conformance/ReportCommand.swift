import CommandLineProgram
import Conformance
import Declaration
import LiveRun
import Report

/// `boardsim report`, for the list of commands.
let reportCommandDeclaration = Command(
    name: "report",
    about: "Merges JSON reports (of the parts of a conformance run, or of several scenarios' runs),"
        + " converts one to another format, or compares two: `merge FILE…`, `show FILE`,"
        + " `compare OLD NEW`.",
    operands: .several("merge|show|compare FILE"),
    options: [.report, ConformanceOutput.outOption], run: reportCommand)

/// `boardsim report`: the first operand is the action.
func reportCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    let files = Array(arguments.operands.dropFirst())
    let action = arguments.operands[0]
    do throws(RunError) {
        switch action {
        case "merge":
            guard !files.isEmpty else { throw wanting("merge FILE…") }
            return try merge(files, arguments, console)
        case "show":
            guard files.count == 1 else { throw wanting("show FILE") }
            let output = try ConformanceOutput(arguments, of: "report")
            let report = try read(files[0], console.guarding(output.claims))
            try output.put(report, console)
            return ConformanceOutput.status(of: report)
        case "compare":
            guard files.count == 2 else { throw wanting("compare OLD NEW") }
            return try compare(files[0], files[1], arguments, console)
        default:
            let fix = Suggestion.fix(
                action, known: ["merge", "show", "compare"], what: "actions")
            throw RunError(.input, "boardsim report: there is no action `\(action)`; \(fix)")
        }
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

private func wanting(_ usage: String) -> RunError {
    RunError(.input, "boardsim report: write `boardsim report \(usage)`")
}

private func merge(
    _ files: [String], _ arguments: Arguments, _ console: Console
) throws(RunError) -> ExitStatus {
    let output = try ConformanceOutput(arguments, of: "report")
    let console = console.guarding(output.claims)
    var parts: [(file: String, report: ReadReport)] = []
    for file in files { parts.append((file, try read(file, console))) }
    let whole: ReadReport
    do throws(ConformanceMergeError) {
        whole = try ReadReport.merged(parts)
    } catch {
        let lines = error.problems.map { "boardsim report merge: \($0)" }
        throw RunError(.input, lines.joined(separator: "\n"))
    }
    try output.put(whole, console)
    return ConformanceOutput.status(of: whole)
}

private func compare(
    _ old: String, _ new: String, _ arguments: Arguments, _ console: Console
) throws(RunError) -> ExitStatus {
    guard !arguments.has("report"), !arguments.has("out") else {
        throw RunError(
            .input, "boardsim report: compare only prints text; omit --report and --out")
    }
    let comparison = ConformanceComparison(
        try suite(old, console), try suite(new, console))
    console.write(comparison.text(colour: console.isTerminal ? .always : .never))
    return comparison.count(.regression) == 0 ? .success : .failed
}

private func suite(_ file: String, _ console: Console) throws(RunError) -> ConformanceReport {
    guard case .suite(let report) = try read(file, console) else {
        throw RunError(
            .input,
            "\(file): this is a report of a scenario's run, and compare is for conformance reports; to compare"
                + " findings, use `boardsim run --judge-client --baseline \(file)`")
    }
    return report
}

private func read(_ file: String, _ console: Console) throws(RunError) -> ReadReport {
    let bytes: [UInt8]
    do throws(FileError) {
        bytes = try console.read(file)
    } catch {
        throw RunError(.input, "\(file): the file cannot be read: \(error.reason)")
    }
    do throws(ReportJSONError) {
        return try ReadReport(bytes, file: file)
    } catch {
        throw RunError(.input, "\(error)")
    }
}
