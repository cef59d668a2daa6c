import CommandLineProgram
import Declaration

/// `boardsim triki`, for the list of commands.
let trikiCommandDeclaration = Command(
    name: "triki",
    about:
        "Everything around the Triki cap: `menu FILE` is a menu that a scenario's cap moves through.",
    operands: .several("menu FILE"), options: TrikiMenuSettings.options, run: trikiCommand)

private func trikiCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    guard arguments.operands.first == "menu" else {
        console.complain("boardsim triki: write `boardsim triki menu FILE`\n")
        return .usage
    }
    do throws(RunError) {
        return try TrikiMenu(TrikiMenuSettings(arguments), console).run()
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}
