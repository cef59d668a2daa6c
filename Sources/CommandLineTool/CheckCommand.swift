import Scenario
import YAML

/// `boardsim check`: reads each file and prints every problem.
func checkCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    var rows: [JSONValue] = []
    var problems = 0
    for path in arguments.operands {
        for problem in check(path, console) {
            problems += 1
            if arguments.value("format") == "json" {
                rows.append(problem.json(file: path))
            } else {
                console.write("\(ScenarioError(file: path, problems: [problem]))\n")
            }
        }
    }
    if arguments.value("format") == "json" {
        console.write(JSONValue.array(rows).text())
    } else {
        let files = arguments.operands.count
        let summary =
            problems == 1 ? "1 problem" : problems == 0 ? "no problem" : "\(problems) problems"
        console.write("\(summary) in \(files) \(files == 1 ? "file" : "files")\n")
    }
    return problems == 0 ? .success : .usage
}

private func check(_ path: String, _ console: Console) -> [Problem] {
    let bytes: [UInt8]
    do throws(FileError) {
        bytes = try console.read(path)
    } catch {
        return [Problem("the file cannot be read: \(error.reason)", at: .start)]
    }
    do throws(ScenarioError) {
        _ = try Document(reading: bytes, file: path, vocabulary: .firmware)
        return []
    } catch {
        return error.problems
    }
}

extension Problem {
    fileprivate func json(file: String) -> JSONValue {
        .object([
            ("file", .string(file)), ("line", .integer(mark.line)),
            ("column", .integer(mark.column)), ("level", .string("error")),
            ("message", .string(message)), ("mend", .string(mend)),
        ])
    }
}
