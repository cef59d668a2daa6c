import CommandLineProgram
import Conformance
import Declaration
import JSON
import LiveRun
import ScenarioFile
import ScenarioRun
import YAML

/// `boardsim check`: reads scenario, case and waiver files, and the files that they name, and
/// prints every problem.
func checkCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    var rows: [JSONValue] = []
    var problems = 0
    for path in arguments.operands {
        for error in check(console.found(path), console) {
            problems += error.problems.count
            if arguments.value("format") == "json" {
                rows += error.problems.map { $0.json(file: error.file) }
            } else {
                console.write("\(error)\n")
            }
        }
    }
    if arguments.value("format") == "json" {
        console.write(JSONValue.array(rows).text)
    } else {
        let files = arguments.operands.count
        let summary =
            problems == 1 ? "1 problem" : problems == 0 ? "no problem" : "\(problems) problems"
        console.write("\(summary) in \(files) \(files == 1 ? "file" : "files")\n")
    }
    return problems == 0 ? .success : .usage
}

private func check(_ path: String, _ console: Console) -> [ScenarioError] {
    let bytes: [UInt8]
    do throws(FileError) {
        bytes = try console.read(path)
    } catch {
        return [
            ScenarioError(
                file: path,
                problems: [Problem("the file cannot be read: \(error.reason)", at: .none)])
        ]
    }
    do throws(ScenarioError) {
        if CaseFile.isOne(bytes) {
            _ = try CaseFile(reading: bytes, file: path, vocabulary: .firmware)
            return []
        }
        if WaiverFile.isOne(bytes) {
            _ = try WaiverFile.waivers(reading: bytes, file: path)
            return []
        }
        let scenario = try ScenarioFile(reading: bytes, file: path, vocabulary: .firmware)
        return scenario.obstacles(file: path, readFile: console.contents)
    } catch {
        return [error]
    }
}

extension Problem {
    fileprivate func json(file: String) -> JSONValue {
        let place: [(String, JSONValue)] =
            mark == .none
            ? [] : [("line", .integer(mark.line)), ("column", .integer(mark.column))]
        return .object(
            [("file", .string(file))] + place + [
                ("level", .string("error")), ("message", .string(message)), ("fix", .string(fix)),
            ])
    }
}
