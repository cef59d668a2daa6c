import CommandLineProgram
import Declaration
import TrikiVectors

/// `boardsim triki`, for the list of commands.
let trikiCommandDeclaration = Command(
    name: "triki",
    about:
        "Everything around the Triki cap: `menu FILE` is a menu that a scenario's cap moves through;"
        + " `vectors FILE` plays a file of executed examples through parsers, engine, navigation,"
        + " cap and attitude stream, and prints each difference.",
    operands: .several("menu|vectors FILE"), options: TrikiMenuSettings.options, run: trikiCommand)

private func trikiCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    guard arguments.operands.first == "menu" else { return vectors(arguments, console) }
    do throws(RunError) {
        return try TrikiMenu(TrikiMenuSettings(arguments), console).run()
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

/// `boardsim triki vectors FILE`.
private func vectors(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    guard arguments.operands.first == "vectors", arguments.operands.count == 2 else {
        console.complain(
            "boardsim triki: write `boardsim triki menu FILE` or `boardsim triki vectors FILE`\n")
        return .usage
    }
    let path = arguments.operands[1]
    let bytes: [UInt8]
    do throws(FileError) { bytes = try console.read(path) } catch {
        console.complain("\(path):1:1: error: the file cannot be read: \(error.reason)\n")
        return .usage
    }
    let file: VectorFile
    do throws(VectorFileError) { file = try VectorFile(parsing: bytes) } catch {
        console.complain("\(path):\(error.mark): error: \(error.message)\n")
        return .usage
    }
    let played = VectorPlayer.play(file)
    for result in played {
        for difference in result.differences {
            let place = difference.path.isEmpty ? "" : " \(difference.path):"
            console.write(
                "\(result.vector.id) \(result.vector.area):\(place) \(difference.message)\n")
        }
    }
    let failed = played.count { !$0.differences.isEmpty }
    console.write("\(played.count - failed) of \(played.count) vectors pass\n")
    return failed == 0 ? .success : .failed
}
