import Declaration
import Device
import MetaWearBoard
import MetaWearTables
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation
import VirtualRadio
import YAML

extension RunWorld {
    func scheduleInputs() {
        for input in scenario.inputs {
            let board = scenario.board(input.board)
            schedule(input.timing) { [unowned self] in input.kind.apply(to: board, in: self) }
        }
    }

    func checkMotions() throws(RunError) {
        for input in scenario.inputs { try check(input.kind, at: input.mark) }
        for fault in scenario.faults {
            if let motion = fault.kind.motion { try check(motion, at: fault.mark) }
        }
    }

    /// Throws if an action's moves cannot be made, or their recordings not be read.
    package func check(_ action: Action) throws(RunError) {
        switch action.kind {
        case .input(let input): try check(input, at: .start)
        case .fault(let fault): if let motion = fault.motion { try check(motion, at: .start) }
        }
    }

    private func check(_ input: any InputKind, at mark: Mark) throws(RunError) {
        guard let motion = input as? Input.Motion else { return }
        do throws(ScenarioError) {
            var remarks: [String] = []
            try MoveReader(file: file, remark: { remarks.append($0) }, readFile: readFile)
                .check(motion.moves, at: mark)
            notes += remarks.map { RunNote($0, at: simulation.now) }
        } catch {
            throw RunError(.input, "\(error)")
        }
    }

    /// Uses one timer at a time, however often it recurs.
    private func schedule(
        _ timing: Recurrence, number: Int = 0, _ action: @escaping () -> Void
    ) {
        guard let time = timing.time(number) else { return }
        timers.at(time) { [unowned self] in
            action()
            schedule(timing, number: number + 1, action)
        }
    }

    /// One percent at a time, as a fuel gauge counts.
    package func ramp(_ index: Int, to level: Double, over duration: Nanoseconds) {
        let board = boards[index]
        let start = board.batteryLevel
        change(
            .battery(index), over: duration, steps: Int64(abs(level - start).rounded(.up))
        ) { share in
            board.setBattery(level: share == 1 ? level : start + (level - start) * share)
        }
    }

    /// Quantities that change gradually.
    enum Change: Hashable {
        /// The charge of a board.
        case battery(Int)
        /// From a board to the clients.
        case distance(Int)
    }

    /// Calls `set` with how much of a change is done, evenly over a time, with one timer at a time;
    /// another change of the same ends this one.
    private func change(
        _ what: Change, over duration: Nanoseconds, steps: Int64, _ set: @escaping (Double) -> Void
    ) {
        let number = changes[what, default: 0] + 1
        changes[what] = number
        guard duration > .zero else { return set(1) }
        let steps = max(steps, 1)
        let start = simulation.now
        proceed(1, of: steps, at: { start + duration.part($0, of: steps) }) {
            [unowned self] share in
            guard changes[what] == number else { return false }
            set(share)
            return true
        }
    }

    private func proceed(
        _ step: Int64, of steps: Int64, at time: @escaping (Int64) -> Instant,
        _ isUnderWay: @escaping (Double) -> Bool
    ) {
        timers.at(time(step)) { [unowned self] in
            guard isUnderWay(Double(step) / Double(steps)), step < steps else { return }
            proceed(step + 1, of: steps, at: time, isUnderWay)
        }
    }

    func scheduleFaults() {
        for fault in scenario.faults {
            let board = scenario.board(fault.board)
            schedule(fault.timing) { [unowned self] in apply(fault.kind, to: board) }
        }
    }

    /// A board begins to move from where it is.
    package func move(_ index: Int, by moves: [Move]) throws(RunError) {
        do {
            try MoveReader(file: file, readFile: readFile).perform(
                moves, by: bodies[index], from: simulation.now)
        } catch {
            throw RunError(.input, "\(error)")
        }
    }

    /// Does something to a board now; its moves were checked.
    package func perform(_ action: Action, on index: Int) {
        switch action.kind {
        case .input(let input): input.apply(to: index, in: self)
        case .fault(let fault): apply(fault, to: index)
        }
    }

    package func begin(_ action: any Alternative, on index: Int) {
        if let input = action as? any InputKind { input.apply(to: index, in: self) }
        if let fault = action as? any FaultKind { apply(fault, to: index) }
    }

    /// A board begins moves from where it is, after it was brought to rest.
    package func begin(_ moves: [Move], of index: Int) {
        do {
            try MoveReader(file: file, readFile: readFile).begin(
                moves, by: bodies[index], from: simulation.now)
        } catch {
            // They were checked before the run: a recording has changed since then.
            remark("the motion at \(simulation.now) was not made: \(error)", about: index)
        }
    }

    /// Applies a fault to a board now.
    package func apply(_ fault: any FaultKind, to index: Int) {
        note("fault: \(fault.words)", by: boards[index].name)
        fault.apply(index, in: self)
    }

    /// A module of the firmware fails, for a while or for good.
    package func fail(
        _ module: Fault.Module, of index: Int, _ failure: Fault.ModuleFailure,
        for duration: Nanoseconds?
    ) {
        guard let board = boards[index] as? MetaWearBoard else { return }
        let fault: ModuleFault =
            switch failure {
            case .mute: .mute
            case .slow(let delay): .slow(delay)
            }
        board.setModule(module.module.rawValue, fault)
        if let duration {
            timers.after(duration) { [unowned self] in
                board.setModule(module.module.rawValue, nil)
                note("\(module.rawValue) works again", by: board.name)
            }
        }
    }

    /// A movement in steps of 100 ms, or longer ones if it lasts for hours.
    package func carry(_ index: Int, to distance: Double, over duration: Nanoseconds) {
        let address = boards[index].address
        let start = distances[index]
        change(
            .distance(index), over: duration, steps: min(duration.count / 100_000_000, 10_000)
        ) { [unowned self] share in
            distances[index] = share == 1 ? distance : start + (distance - start) * share
            air.move(address, to: distances[index])
        }
    }
}
