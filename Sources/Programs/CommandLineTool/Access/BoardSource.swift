import Bluetooth
import Central
import CommandLineProgram
import Declaration
import EventLoop
import Glibc
import LibCrypto
import LiveRun
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation
import Wire

/// A board whose only client is a command of this program.
package enum BoardSource: Equatable {
    /// A board of a scenario file; its name is needed if there are several.
    case scenario(file: String, board: String?)
    /// A board outside this process, by its address, on the radio that `METAWEAR_RADIO` names.
    case device(String)

    /// The variable that names the radio, as for apps of the SDK.
    private static let variable = "METAWEAR_RADIO"

    /// Opens the access to the board; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - command: for messages.
    ///   - speed: of a board outside this process, relative to real time.
    package func open(
        for command: String, _ speed: Double, on loop: EventLoop, _ console: Console
    ) throws(RunError) -> OpenedBoard {
        switch self {
        case .scenario(let file, let name):
            let run = try Self.scenario(file, console)
            let index = try Self.board(name, of: run, file, command)
            let board = run.boards[index]
            let central = Central(on: run.air, name: "boardsim \(command)")
            return OpenedBoard(
                access: BoardAccess(central, to: board.address, name: board.name), run: run)
        case .device(let address):
            return OpenedBoard(
                access: try Self.outside(address, command, speed, on: loop), run: nil)
        }
    }

    private static func scenario(
        _ file: String, _ console: Console
    ) throws(RunError) -> ScenarioRun {
        let text = try console.text(of: file)
        var scenario: ScenarioFile
        do throws(ScenarioError) {
            scenario = try ScenarioFile(reading: text, file: file, vocabulary: .firmware)
        } catch {
            throw RunError(.input, "\(error)")
        }
        (scenario.clients, scenario.expect) = ([], [])
        var options = RunOptions()
        options.isOpenEnded = true
        options.readFile = console.contents
        options.cryptography = OpenSSL()
        return try ScenarioRun(scenario, text: text, file: file, options: options)
    }

    private static func board(
        _ name: String?, of run: ScenarioRun, _ file: String, _ command: String
    ) throws(RunError) -> Int {
        let names = run.boards.map(\.name)
        let list = names.joined(separator: ", ")
        guard let name else {
            if names.count == 1 { return 0 }
            throw RunError(
                .input,
                "boardsim \(command): \(PathText.shown(file)) has"
                    + (names.isEmpty
                        ? " no boards; declare one" : " several boards; add --board NAME: \(list)"))
        }
        guard let index = names.firstIndex(of: name) else {
            throw RunError(
                .input, "boardsim \(command): --board is `\(name)`; the scenario has: \(list)")
        }
        return index
    }

    private static func outside(
        _ device: String, _ command: String, _ speed: Double, on loop: EventLoop
    ) throws(RunError) -> BoardAccess {
        let radio = getenv(variable).map { String(cString: $0) } ?? ""
        let name = radio.isEmpty ? "bluez" : radio
        guard Address(device[...]) != nil else {
            throw RunError(
                .input,
                "boardsim \(command): --device is `\(device)`; write the board's address, six bytes"
                    + " such as E8:C9:8F:52:7B:07")
        }
        do {
            let text = name.hasPrefix("hci-") ? "\(name),\(device)" : "\(name):\(device)"
            guard let access = try TargetAddress(text).open(speed: speed, on: loop) else {
                throw TargetAddressError.unknownKind(name)
            }
            return access
        } catch let error as TargetAddressError {
            var words = "\(error)"
            if case .unknownKind = error {
                words =
                    "no such radio; write `bluez`, `bluez:hci1`, `hci-unix:PATH` or"
                    + " `hci-tcp:HOST:PORT`"
            }
            throw RunError(.input, "boardsim \(command): \(variable)=\(name): \(words)")
        } catch {
            throw RunError(.environment, "boardsim \(command): \(error)")
        }
    }
}

/// A board that a command can connect to.
package struct OpenedBoard {
    package let access: BoardAccess
    /// The world of a simulated one, which the access moves on.
    let run: ScenarioRun?

    package var isSimulated: Bool { run != nil }
    /// Whether the scenario has ended.
    package var isOver: Bool { run.map { $0.simulation.now >= $0.end } ?? false }
}
