import CommandLineProgram

/// The manual page, section 1.
enum ManualPage {
    static func text(_ commands: [Command]) -> String {
        var text = """
            .TH BOARDSIM 1 "" "boardsim \(Program.version)" "User Commands"
            .SH NAME
            boardsim \\- MetaWear sensor boards in software
            .SH SYNOPSIS
            .B boardsim
            .I COMMAND
            [\\fIoptions\\fR]
            .SH DESCRIPTION
            Scenario files describe boards, how they move, and what goes wrong; scripted clients or real ones talk to
            them. The same scenario and seed always give the same bytes.
            .SH COMMANDS

            """
        for command in commands {
            text += ".SS \"boardsim \(roff(command.name + command.usage))\"\n"
            text += line(command.about)
            for option in command.options where !option.isInternal {
                text += ".TP\n.B \(roff(option.usage))\n" + line(option.about)
            }
        }
        text += ".SH EXIT STATUS\n"
        for status in ExitStatus.allCases {
            text += ".TP\n.B \(status.rawValue)\n" + line(status.about)
        }
        return text + """
            .SH FILES
            .TP
            .I PREFIX/share/boardsim/Scenarios
            Scenarios to begin with; \\fBboardsim run\\fR finds them by their names.
            .TP
            .I PREFIX/share/boardsim/Conformance
            The cases of \\fBboardsim conformance\\fR.
            .TP
            .I PREFIX/share/boardsim/docs/examples
            A scenario for \\fBboardsim sweep\\fR, and job arrays for Slurm.
            .TP
            .I /etc/boardsim
            Scenarios that systemd runs as \\fBboardsim@NAME.service\\fR.

            """
    }

    /// A line of running text.
    private static func line(_ text: String) -> String {
        let text = roff(text)
        return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
    }

    private static func roff(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
    }
}
