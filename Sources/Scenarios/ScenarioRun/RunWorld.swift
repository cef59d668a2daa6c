import Declaration
import Device
import FlashStore
import Motion
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation
import VirtualRadio

/// The world of a run: virtual time, the radio, the boards, and what surrounds them.
package final class RunWorld: ScenarioWorld {
    package let scenario: ScenarioFile
    /// Virtual time, chance and trace.
    package let simulation: Simulation
    /// The virtual radio.
    package let air: Air
    package let timers: DelayedCalls
    /// In the order of the scenario.
    package private(set) var boards: [any SimulatedDevice] = []
    private var peripherals: [DeclaredPeripheral] = []
    /// Everything that hosts can connect to: the boards, and the peripherals that are declared.
    package var connectable: [any Peripheral] { boards + peripherals }
    /// How each board moves.
    package private(set) var bodies: [ScriptedBody] = []
    /// What surrounds each board.
    package private(set) var environments: [SimpleEnvironment] = []
    /// Of each board, in metres.
    package internal(set) var distances: [Double] = []
    /// Of the boards that keep their flash.
    var storages: [(name: String, flash: FlashDirectory)] = []
    var bondFiles: [(name: String, file: BondFile)] = []
    /// The last number on each board's display, by the board's name.
    var passkeysShown: [String: UInt32] = [:]
    /// Counts what changes little by little: what is under way ends when the next change begins.
    var changes: [Change: Int] = [:]
    /// Brown-outs in progress, by board.
    package var powerCuts: [Int: Int] = [:]
    /// Boards whose supply is cut until it is restored.
    package var suppliesCut: Set<Int> = []
    var notes: [RunNote] = []
    /// By board; those at whose packets something happens.
    var packetWatches: [Int: PacketWatch] = [:]
    /// Sees every packet of the boards' links, before it arrives; nil for nobody.
    let packetObserver: RunOptions.PacketObserver?
    /// Sees every advertisement of a board that a host receives; nil for nobody.
    let advertisementObserver: ((_ board: Int, _ time: Instant) -> Void)?
    /// The scenario's name in reports; paths are relative to its folder.
    let file: String
    package let readFile: (_ path: String) -> FileContents
    private let observer: (any RunObserver)?

    /// Builds everything that the scenario describes; nothing has happened yet.
    init(
        _ scenario: ScenarioFile, file: String, options: RunOptions, trace: Trace
    ) throws(RunError) {
        self.scenario = scenario
        self.file = file
        observer = options.observer
        packetObserver = options.packetObserver
        advertisementObserver = options.advertisementObserver
        readFile = options.readFile
        simulation = Simulation(
            seed: options.seed ?? UInt64(scenario.seed), trace: trace)
        air = Air(simulation, radio: Radio(scenario.world))
        timers = DelayedCalls(simulation.clock)
        for (index, board) in scenario.boards.enumerated() {
            try add(board, index: index, options: options)
        }
        for peripheral in scenario.peripherals { try add(peripheral, options) }
        if packetObserver != nil || advertisementObserver != nil {
            for board in boards.indices { watch(ofPacketsOf: board) }
        }
    }

    private func add(_ board: Board, index: Int, options: RunOptions) throws(RunError) {
        let environment = SimpleEnvironment(scenario.world)
        let body: ScriptedBody
        do throws(ScenarioError) {
            var remarks: [String] = []
            body = try MoveReader(
                file: file, remark: { remarks.append($0) }, readFile: options.readFile
            ).body(board, place: index, memory: options.moves)
            notes += remarks.map { RunNote($0, board: index) }
        } catch {
            throw RunError(.input, "\(error)")
        }
        if scenario.world.floor == .office {
            body.floor = Floor(random: RandomStream(seed: simulation.seed, purpose: "floor"))
        }
        let model = try device(board, body: body, environment: environment, options)
        model.setBattery(level: board.battery.level.percent)
        if board.battery.charger { (model as? any ChargedDevice)?.setCharger(connected: true) }
        if board.logFill.percent > 0 {
            (model as? any RecordingDevice)?.fillRecording(to: board.logFill.fraction)
        }
        boards.append(model)
        bodies.append(body)
        environment.body = body
        environments.append(environment)
        let distance = (board.distance ?? scenario.world.distance).metres
        distances.append(distance)
        air.add(
            model, distance: distance,
            security: try security(
                board.security, of: board.name, place: "\(board.security.mark)",
                folder: stateFolder(board, options), options))
        air.wear(model.address, loss: board.worn.fraction)
    }

    private func add(
        _ description: PeripheralDescription, _ options: RunOptions
    ) throws(RunError) {
        let peripheral = DeclaredPeripheral(
            description,
            address: description.address
                ?? ScenarioFile.inventedAddress(description.name, seed: simulation.seed),
            timers: timers
        )
        peripherals.append(peripheral)
        let distance = (description.distance ?? scenario.world.distance).metres
        air.add(
            peripheral, distance: distance,
            security: try security(
                description.security, of: description.name,
                place: "\(description.security.mark)",
                folder: options.stateDirectory.map { $0 + "/" + description.name }, options))
    }

    /// The folder for state that outlives the run; nil for none.
    func stateFolder(_ board: Board, _ options: RunOptions) -> String? {
        if let root = options.stateDirectory { return root + "/" + board.name }
        return board.state.map { MoveReader(file: file, readFile: options.readFile).path($0.text) }
    }

    /// Reports an action of a client or board to the trace and the observer.
    package func note(_ text: @autoclosure () -> String, by who: String) {
        simulation.trace.record(simulation.now, who, text())
        observer?.noted(text(), by: who, at: simulation.now)
    }

    package func remark(_ text: String, about board: Int) {
        notes.append(RunNote(text, at: simulation.now, board: board))
    }
}
