import CommandLineProgram
import Declaration
import HCITransport
import LedTime

extension RunSettings {
    /// Refuses a run that nothing leads.
    package func checkLeader() throws(RunError) {
        guard isLed, leader == nil else { return }
        guard !program.isEmpty else {
            throw RunError(
                .input, of: command,
                "--speed led: no program leads this run; add `-- PROGRAM`, start it with"
                    + " `boardsim serve`, or write a number")
        }
        try Self.checkLed(program, of: command)
    }

    /// Refuses a program that is not there, or whose time cannot be led.
    package static func checkLed(_ program: [String], of command: String) throws(RunError) {
        if let word = program.first, !ProgramFile.isThere(word) {
            throw RunProgram.refusal(word, "No such file or directory", of: command)
        }
        if let refusal = ProgramFile.refusal(of: program) {
            throw RunError(.input, of: command, "--speed led: " + refusal)
        }
    }

    /// Whether `--speed` says that a program leads the run's time.
    ///
    /// - Throws: if something takes part in the run whose own time is real.
    func isLed(_ read: OptionReader) throws(RunError) -> Bool {
        guard read.arguments.value("speed") == "led" else { return false }
        guard isLive else {
            throw read.wrong(
                "--speed led needs a radio on which programs find the boards; add `--radio bluez-bus`,"
                    + " `--radio hci-unix:PATH` or `--radio hci-tcp:PORT`")
        }
        var real = radios.filter { $0 == .vhci }.map { "--radio \($0)" }
        real += adapters.map { "--radio \($0)" } + usbPorts.map { "--radio \($0)" }
        real += attitudes.map { "--attitude \($0)" }
        guard let first = real.first else { return true }
        throw read.wrong(
            "--speed led: the time of `\(first)` is real; use `bluez-bus`, `hci-unix:PATH` or"
                + " `hci-tcp:PORT`, or omit --speed")
    }
}
