import Bluetooth
import Central
import Device
import JSON
import Motion
import Peripheral
import Simulation
import VirtualRadio

/// A world of its own: boards and caps on one air, hosts that use them, and virtual time.
final class Desk {
    let simulation: Simulation
    let air: Air
    let timers: Timers
    let events = EventRecords()
    private(set) var boards: [DeskBoard] = []
    private(set) var hosts: [Host] = []
    private let lines: Lines?

    /// Reads the parameters of a `start`.
    init(_ part: Part) throws(Wrong) {
        let fields = try Fields(
            part, ["seed", "boards", "world", "inputs", "faults", "trace"], "start")
        let lines = try fields["trace"]?.flag() == true ? Lines() : nil
        self.lines = lines
        simulation = Simulation(
            seed: try fields["seed"]?.seed() ?? 1,
            trace: lines.map { lines in Trace { lines.add($0) } } ?? Trace())
        timers = Timers(simulation.clock)
        let world = fields["world"]
        air = Air(simulation, radio: try BoardReader.radio(world))
        let reader = BoardReader(simulation: simulation, air: air, world: world)
        for item in try fields["boards"]?.list(1...100) ?? [] {
            boards.append(try reader.board(item, others: boards))
        }
        guard !boards.isEmpty else { throw part.wrong("`boards` is missing; give at least one") }
        for list in ["inputs", "faults"] {
            for entry in try fields[list]?.list(0...100_000) ?? [] { try schedule(entry) }
        }
    }

    /// The world ends: what it holds would keep it alive.
    func close() {
        for host in hosts { host.close() }
        hosts = []
    }

    var now: Instant { simulation.now }

    /// The board that a request names; the only one, if it names none.
    func board(_ name: Part?) throws(Wrong) -> DeskBoard {
        let names = boards.map { $0.device.name }
        guard let name else {
            guard boards.count == 1 else {
                throw Wrong(
                    "`board` is missing; write one of: " + names.joined(separator: ", "))
            }
            return boards[0]
        }
        let text = try name.text()
        guard let board = boards.first(where: { $0.device.name == text }) else {
            throw name.wrong(
                "there is no board `\(text)`; " + Suggestion.fix(text, known: names, what: "boards")
            )
        }
        return board
    }

    /// The host of a name, made when it is first named.
    func host(_ name: Part?) throws(Wrong) -> Host {
        let name = try name?.text() ?? "central"
        if let host = hosts.first(where: { $0.central.name == name }) { return host }
        let host = Host(Central(on: air, name: name), number: hosts.count, events)
        hosts.append(host)
        return host
    }

    /// The connection with a number.
    func link(_ part: Part) throws(Wrong) -> HostLink {
        let number = try part.whole(in: 1...1_000_000)
        for host in hosts {
            if let link = host.links.first(where: { $0.number == number }) { return link }
        }
        throw part.wrong("there is no connection \(number); `connect` gives one its number")
    }

    /// Moves time to `limit`, or to the end of the first instant in which something happened that a
    /// host sees.
    func advance(until limit: Instant) {
        let clock = simulation.clock
        while events.isEmpty || clock.nextEvent == clock.now {
            guard clock.step(until: limit) else {
                if events.isEmpty { simulation.run(until: limit) }
                return
            }
        }
    }

    /// The lines of the trace since the last call; nil without a trace.
    func takeTrace() -> [String]? { lines?.take() }

    func note(_ text: String, by board: DeskBoard) {
        simulation.trace.record(now, board.device.name, text)
    }

    // MARK: What happens at a time

    private func schedule(_ part: Part) throws(Wrong) {
        let fields = try Fields(
            part, ["at", "every", "times", "board"] + Action.keys + Action.missing, "entry")
        let board = try board(fields["board"])
        let at = try fields.required("at").duration(.zero...Dimension.longest)
        let every = try fields["every"]?.duration(.milliseconds(1)...Dimension.longest)
        let times = try fields["times"]?.whole(in: 1...1_000_000)
        guard times == nil || every != nil else {
            throw part.wrong("`times` is given without `every`; add for example `every: 10 s`")
        }
        let (key, value) = try fields.only(of: Action.keys + Action.missing, "action")
        let action = try Action(
            Part(value: .object([(key, value.value)]), place: part.place), on: board, of: self)
        schedule(action, .zero + at, every, every == nil ? 1 : times)
    }

    /// Uses one timer at a time, however often it recurs.
    private func schedule(
        _ action: Action, _ time: Instant, _ every: Nanoseconds?, _ left: Int?
    ) {
        timers.at(time) { [self] in
            action.act()
            guard let every, left != 1 else { return }
            schedule(action, time + every, every, left.map { $0 - 1 })
        }
    }

    func interfere(with board: DeskBoard, loss: Double, for length: Nanoseconds) {
        air.interfere(
            with: board.device.address, lossToPeripheral: loss, lossToCentral: loss, from: now,
            for: length)
    }

    /// In steps of 100 ms, or longer ones if it lasts for hours.
    func carry(_ board: DeskBoard, to distance: Double, over duration: Nanoseconds) {
        let start = board.distance
        board.change(
            .distance, over: duration, steps: min(duration.count / 100_000_000, 10_000), timers,
            from: now
        ) { [air] share in
            board.distance = share == 1 ? distance : start + (distance - start) * share
            air.move(board.device.address, to: board.distance)
        }
    }

    func brownOut(_ board: DeskBoard, for length: Nanoseconds) {
        board.device.powerOff()
        board.powerCuts += 1
        timers.after(length) {
            // Cuts may overlap: the last one to end brings the power back.
            board.powerCuts -= 1
            if board.powerCuts == 0, !board.isSupplyCut { board.device.powerOn() }
        }
    }
}

/// The lines of the trace that were not taken yet.
private final class Lines {
    private var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}
