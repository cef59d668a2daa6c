import BlueZ
import CommandLineProgram
import Declaration
import EventLoop
import Pairing
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation
import VirtualRadio

/// The adapters of this machine's BlueZ that a run's boards use.
final class BlueZRadios: RadioTransport {
    private let command: String
    private var boards: [BlueZPeripheral] = []
    private(set) var failure: RunError?

    /// - Parameter command: its name, for messages.
    init(_ command: String) { self.command = command }

    /// Virtual time must be that of the input.
    var beforeInput: () -> Void = {} {
        didSet { for board in boards { board.beforeInput = beforeInput } }
    }

    /// Attaches boards to the adapters, and reports to standard error where.
    func open(
        _ addresses: [BlueZAddress], of run: ScenarioRun, on loop: EventLoop, _ console: Console
    ) throws(RunError) {
        var places: [(address: BlueZAddress, board: any Peripheral)] = []
        for address in addresses {
            let board = try board(address, of: run)
            if places.contains(where: { $0.board === board }) {
                throw RunError(
                    .input, of: command,
                    "--radio is `\(address)`: \(board.name) is already on an adapter;"
                        + " name another board")
            }
            places.append((address, board))
        }
        for (index, place) in places.enumerated() {
            let others = places.indices.filter {
                $0 != index && places[$0].address.adapter == place.address.adapter
            }
            var options = BlueZOptions()
            options.adapter = place.address.adapter
            options.isSharing = !others.isEmpty
            options.isFirst = others.allSatisfy { $0 > index }
            Self.secure(&options, of: place.board.name, in: run.scenario)
            do throws(BlueZError) {
                try open(place.address, place.board, options, of: run, on: loop, console)
            } catch {
                close()
                throw RunError(.environment, of: command, "--radio \(place.address): \(error)")
            }
        }
    }

    private func open(
        _ address: BlueZAddress, _ board: any Peripheral, _ options: BlueZOptions,
        of run: ScenarioRun, on loop: EventLoop, _ console: Console
    ) throws(BlueZError) {
        let link = try BlueZPeripheral(
            board, on: loop, options: options, firstConnection: Air.firstOutsideConnection)
        boards.append(link)
        link.onNotice = { console.complain("\(address) (\(board.name)): \($0)\n") }
        let simulation = run.simulation
        if simulation.trace.isOn {
            link.onTrace = { simulation.trace.record(simulation.now, board.name, $0) }
        }
        link.onFailure = { [weak self] error in
            guard let self, failure == nil else { return }
            failure = RunError(.environment, of: command, "--radio \(address): \(error)")
        }
        run.air.bridge(link, to: board.address)
        try link.start()
        console.complain(
            "listening on \(BlueZAddress.prefix):\(link.adapterName) (\(board.name),"
                + " \(link.address))\n")
    }

    /// Applies the scenario's settings for a board's pairing. Without them, BlueZ decides as it
    /// does for this machine.
    private static func secure(
        _ options: inout BlueZOptions, of name: String, in scenario: ScenarioFile
    ) {
        guard let security = scenario.boards.first(where: { $0.name == name })?.security.options,
            security != BoardSecurity().options, security.pairing != .refused
        else { return }
        var pairing = BlueZOptions.Pairing()
        pairing.capability =
            switch security.capability {
            case .displayOnly: .display
            case .displayYesNo: .yesNo
            case .keyboardOnly: .keyboard
            case .noInputNoOutput: .none
            case .keyboardDisplay: .both
            }
        pairing.passkey = security.passkey
        pairing.numbersAgree = security.numbersAgree
        options.pairing = pairing
        guard security.pairing == .required else { return }
        options.minimumSecurity =
            security.capability == .noInputNoOutput ? .encrypted : .authenticated
    }

    private func board(
        _ address: BlueZAddress, of run: ScenarioRun
    ) throws(RunError) -> any Peripheral {
        let all = run.world.connectable
        func refusal(_ why: String) -> RunError {
            let names = all.map(\.name).joined(separator: ", ")
            return RunError(
                .input, of: command,
                "--radio is `\(address)`: \(why); the boards are: \(names)")
        }
        guard let name = address.board else {
            if all.count == 1 { return all[0] }
            throw refusal("there are several boards, name one, `bluez:hci0:BOARD`")
        }
        guard let board = all.first(where: { $0.name == name }) else {
            throw refusal("there is no board \(name)")
        }
        return board
    }

    /// Reports a turn's results to BlueZ.
    func flush() { for board in boards { board.flush() } }

    /// Detaches the boards and restores the adapters.
    func close() {
        for board in boards.reversed() { board.close() }
        boards = []
    }
}
