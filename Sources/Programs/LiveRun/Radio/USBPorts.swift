import CommandLineProgram
import Declaration
import Device
import EventLoop
import MetaWearBoard
import Peripheral
import ScenarioRun
import USBTransport

/// The pseudo-terminals of a run: each is the USB port of a board.
final class USBPorts: RadioTransport {
    private let command: String
    private var terminals: [PseudoTerminal] = []

    /// - Parameter command: its name, for messages.
    init(_ command: String) { self.command = command }

    /// Virtual time must be that of the input.
    var beforeInput: () -> Void = {} {
        didSet { for terminal in terminals { terminal.beforeInput = beforeInput } }
    }

    /// Creates a terminal at each address, and reports to standard error where.
    func open(
        _ addresses: [USBAddress], of run: ScenarioRun, on loop: EventLoop, _ console: Console
    ) throws(RunError) {
        var taken: Set<String> = []
        for address in addresses {
            let board = try board(address, of: run)
            guard taken.insert(board.name).inserted else {
                throw RunError(
                    .input, of: command,
                    "--radio is `\(address)`: \(board.name) has one USB port, which is"
                        + " in use; name another board")
            }
            do throws(USBTransportError) {
                attach(try PseudoTerminal(path: address.path, on: loop), to: board)
            } catch {
                throw RunError(.environment, of: command, "--radio \(error)")
            }
            console.complain("listening on \(USBAddress.prefix)\(address.path) (\(board.name))\n")
        }
    }

    private func attach(_ terminal: PseudoTerminal, to board: MetaWearBoard) {
        _ = board.attachUSB(terminal)
        // The board keeps its port, so the port must not keep the board.
        terminal.onBytes = { [weak board] in board?.receiveUSB($0) }
        terminal.onClosed = { [weak board] in board?.usbClosed() }
        terminal.onReady = { [weak board] in board?.usbReadyToSend() }
        terminals.append(terminal)
    }

    private func board(
        _ address: USBAddress, of run: ScenarioRun
    ) throws(RunError) -> MetaWearBoard {
        let able = run.boards.compactMap { $0 as? MetaWearBoard }.filter(\.profile.hasUSB)
        let names = able.map(\.name).joined(separator: ", ")
        let fix =
            able.isEmpty
            ? "add a MetaMotion S to the scenario" : "these have one: \(names)"
        func refusal(_ why: String) -> RunError {
            RunError(.input, of: command, "--radio is `\(address)`: \(why); \(fix)")
        }
        guard let name = address.board else {
            if able.count == 1 { return able[0] }
            throw refusal(
                able.isEmpty
                    ? "no board has a USB port" : "there are several boards with a USB port")
        }
        if let board = able.first(where: { $0.name == name }) { return board }
        let isThere = run.boards.contains { $0.name == name }
        throw refusal(isThere ? "\(name) has no USB data lines" : "there is no board \(name)")
    }

    /// Writes the boards' output.
    func flush() { for terminal in terminals { terminal.flush() } }

    /// Removes the links.
    func close() {
        for terminal in terminals { terminal.close() }
        terminals = []
    }
}
