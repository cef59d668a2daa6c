import CommandLineProgram
import CommandLineTool
import Declaration
import LiveRun
import Simulation

/// The parsed arguments of `boardsim triki menu`.
struct TrikiMenuSettings {
    /// The item that ends the menu.
    static let quit = "Quit"

    var source: BoardSource
    var items = ["Pong", "Darts", "Bowling", "Quiz", TrikiMenuSettings.quit]
    /// Nil: until `Quit` is chosen.
    var duration: Nanoseconds?
    /// Nil: as fast as possible.
    var speed: Double? = 1

    /// The options of the menu.
    static let options: [Option] = [
        .value(
            "items", "A,B,…", "menu: its items; `Quit` ends it. Default: the four games and Quit."),
        .value("for", "DURATION", "menu: ends after this time. Default: with `Quit` or Ctrl-C."),
        .value("speed", "max|N", "menu: the pace of the simulated cap. Default: 1."),
        .value("board", "NAME", "menu: the cap of the scenario, if there are several boards."),
        .value(
            "device", "ADDRESS",
            "menu: a real cap instead of a scenario's, on the radio that METAWEAR_RADIO names:"
                + " `bluez` (the default), `bluez:hci1`, `hci-unix:PATH` or `hci-tcp:HOST:PORT`."),
    ]

    init(_ arguments: Arguments) throws(RunError) {
        let read = OptionReader(arguments, of: "triki")
        let operands = arguments.operands.dropFirst()
        if let device = arguments.value("device") {
            guard operands.isEmpty, !arguments.has("board") else {
                throw read.wrong("--device names a real cap; omit the scenario and --board")
            }
            source = .device(device)
        } else {
            guard operands.count == 1, let file = operands.first else {
                throw read.wrong("write `boardsim triki menu FILE`, or `--device ADDRESS`")
            }
            source = .scenario(file: file, board: arguments.value("board"))
        }
        if let text = arguments.value("items") {
            items = text.split(separator: ",").map(String.init)
            guard !items.isEmpty else { throw read.wrong("--items is empty; write `--items A,B`") }
        }
        duration = try read.time("for")
        speed =
            arguments.value("speed") == "max"
            ? nil : try read.pace(or: "write `max` or a number from 0.001 to 1000") ?? 1
    }
}
