import CommandLineProgram
import LiveRun
import ShippedFiles

/// The commands that show a page in a browser.
///
/// They are declared here for help, completions and the manual page, and done by another program, `boardsim-pages`: it
/// needs libraries that everything else does without. A package may have one program that does both.
package enum PageCommands {
    /// Those of the tool itself.
    static let own = [live, app]

    /// What every page's command has in common.
    package static let options: [Option] = [
        .value(
            "port", "N",
            "Port of the page. Default: the page's usual one, or a free one if that is taken."),
        .value(
            "listen", "ADDRESS",
            "Listens on this address, such as 0.0.0.0, for other machines; the printed link then"
                + " contains a token. Default: this machine alone."),
        .flag("open", "Opens the page in the browser."),
    ]

    /// `boardsim live`: the boards of a scenario.
    package static let live = Command(
        page: "live",
        about: "Shows the boards of a scenario in a browser, to watch and operate them.",
        operands: .one("FILE"), options: options + LiveSession.options)

    /// `boardsim app`: the app for boards.
    package static let app = Command(
        page: "app",
        about:
            "Serves the app for boards: scan, stream, log, download, settings and firmware, in a browser.",
        options: [
            .flag("demo", "Simulated boards instead of a radio; nothing is kept."),
            .value(
                "radio", "RADIO",
                "The radio: bluez, bluez:hci1, hci-unix:PATH or hci-tcp:HOST:PORT. Default: what METAWEAR_RADIO says, or bluez."
            ),
            .value(
                "data", "FOLDER",
                "Where sessions and remembered boards are kept. Default: MetaWear in the user's folder for data."
            ),
        ] + options)

    /// Hands a command line over to the program of the pages; returns if there is none.
    static func handOver(
        _ name: String, _ rest: ArraySlice<String>, _ console: Console,
        from program: String = ShippedFiles.thisProgram
    ) -> ExitStatus {
        let folder = program.lastIndex(of: "/").map { program[...$0] } ?? ""
        let reason = console.become("\(folder)boardsim-pages", [name] + rest)
        console.complain(
            "boardsim \(name): the program of the pages, \(folder)boardsim-pages, cannot be started: \(reason)\n"
                + "Install the Debian package boardsim-pages; in a checkout, run `./boardsim \(name)`\n"
        )
        return .environment
    }
}

extension Command {
    /// A command of another program.
    package init(
        page name: String, about: String, operands: Operands = .none, options: [Option]
    ) {
        self.init(
            name: name, about: about, operands: operands, options: options,
            run: { PageCommands.handOver(name, $0.operands[...], $1) })
    }

    /// The same command in the program that does it.
    package func doing(
        _ run: @escaping @Sendable (Arguments, Console) -> ExitStatus
    ) -> Command {
        var command = self
        command.run = run
        return command
    }
}
