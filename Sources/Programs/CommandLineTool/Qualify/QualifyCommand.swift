import Central
import CommandLineProgram
import Declaration
import JSON
import LiveRun
import Qualification
import Report

/// `boardsim qualify`, for the list of commands.
let qualifyCommandDeclaration = Command(
    name: "qualify",
    about:
        "Tries on one MetaWear board what descriptions of real boards say, and reports what it confirms,"
        + " contradicts or leaves open. Asks before it erases or restarts anything.",
    options: [
        .value(
            "target", "T",
            "The board: model (in this process, in virtual time), hci-tcp:[HOST:]PORT, hci-unix:PATH,"
                + " bluez:ADDRESS. Default: model."),
        .value(
            "model", "M",
            "The product of the model, as listed by `boardsim boards`. Default: MetaMotion S."),
        .value(
            "speed", "N",
            "Speed of an external board, relative to real time: the --speed of its own run. Default: 1."
        ),
        Option(
            name: "yes", value: "erase|restart", choices: Loss.allCases.map(\.rawValue),
            isRepeated: true,
            about: "Agrees without a question: that the log is erased, that the board is restarted."
        ),
        Option(
            name: "only", value: "NAME", isRepeated: true,
            about: "Only this experiment, as listed by --list. Default: all."),
        .flag("interactive", "Asks a person to look at the board; otherwise such rows stay open."),
        .flag("list", "Lists the experiments without running them."),
        .value(
            "transcript", "FILE",
            "File for all packets with times, in words; `boardsim replay` reads it."),
        .value("pcapng", "FILE", "File for a capture of all packets."),
        Option(
            name: "format", value: "text|json", choices: ["text", "json"],
            about: "Output format. Default: text."),
    ],
    run: qualifyCommand)

/// `boardsim qualify`: its status says whether the board does what the model of it does.
func qualifyCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    do throws(RunError) {
        let settings = try QualifySettings(arguments)
        if arguments.has("list") {
            console.write(QualifySettings.list)
            return .success
        }
        let console = console.guarding(settings.claims)
        let opened = try settings.open(console)
        let qualification = opened.qualification
        run(qualification, opened.isModel, console)
        let model =
            opened.isModel || qualification.failure != nil
            ? nil : settings.model(of: qualification, console)
        let report = qualification.report(tool: Program.version, against: model)
        console.write(settings.isJSON ? report.json.text : report.text)
        try settings.save(qualification)
        if let failure = report.failure {
            throw RunError(.environment, "boardsim qualify: \(failure)")
        }
        return report.rows.contains(where: \.differs) ? .failed : .success
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

/// Until Ctrl-C: what was found by then is reported.
private func run(_ qualification: Qualification, _ isModel: Bool, _ console: Console) {
    let interrupt = Interrupt()
    while !interrupt.isRaised, let next = qualification.upcoming {
        if console.isErrorTerminal {
            console.complain(
                StatusLine.cleared + "\(next.name): \(next.about), about \(next.seconds) s")
        }
        _ = qualification.step()
    }
    if console.isErrorTerminal { console.complain(StatusLine.cleared) }
}
