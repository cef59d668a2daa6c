import Declaration
import Device
import JSON
import LivePage
import LiveRun
import MetaWearTables
import Motion
import Peripheral
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation

/// The methods of `boardsim serve` that concern a run.
struct ServedRun {
    let run: ScenarioRun
    /// Remembers what is done.
    let session: ServedSession
    /// Takes pictures of the run when time is stepped; nil for none.
    var recorder: RunRecorder?
    /// Whether hosts on a radio take part.
    let isLive: Bool
    /// For hosts that take turns with virtual time; nil if time follows the clock, or there are none.
    var led: LedPacer?

    func answer(_ method: RPCMethod, _ parameters: RPCParameters) throws(RPCError) -> JSONValue {
        switch method {
        case .step: return try step(parameters)
        case .advance: return try advance(parameters)
        case .finish: return try finish(parameters)
        case .do, .input, .fault:
            return try perform(parameters.required(method.rawValue), parameters)
        case .move:
            return try perform(.object([("motion", parameters.required("moves"))]), parameters)
        case .truth: return truth(of: try board(parameters))
        case .compare:
            let found = try ServedComparison(parameters).answer(
                on: board(parameters), of: run)
            return .object([("time", .number(session.time(run).fraction))] + found)
        case .state: return try state(parameters)
        case .save: return .object([("scenario", .string(try session.scenario(run)))])
        case .report: return try report()
        case .version, .start, .stop:
            throw RPCError(.wrongState, "a run is active; end it with `stop` first")
        }
    }

    /// What every method about time says.
    private var time: JSONValue {
        .object([
            ("time", .number(session.time(run).fraction)), ("done", .bool(run.isDone)),
        ])
    }

    // MARK: Time

    private func step(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
        let span = try parameters.duration("for")
        let goal = try parameters.duration("until").map { Instant.zero + $0 }
        try checkTime("step")
        let now = session.time(run)
        let limit: Instant
        switch (span, goal) {
        case (let span?, nil): limit = now + span
        case (nil, let goal?): limit = goal
        default: throw parameters.wrong("write either `for` or `until`")
        }
        guard limit >= now else {
            throw parameters.wrong("`until` has passed", "it is \(now) already")
        }
        session.advance(run, to: max(limit, run.now), moveOn)
        return time
    }

    /// Handles what hosts have sent, then moves time to a limit or to the first output for a host.
    private func advance(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
        guard let led else {
            throw RPCError(
                .wrongState,
                isLive
                    ? "advance: this run follows the clock; start it with the option `\"speed\": \"led\"`"
                    : "advance: no host takes part in this run; use `step`, or start it with the options"
                        + " `radio` and `\"speed\": \"led\"`")
        }
        guard let goal = try parameters.duration("until") else {
            throw parameters.wrong("`until` is missing")
        }
        guard !run.isOver else {
            throw RPCError(
                .wrongState,
                "advance: the run has ended at \(session.time(run)); omit `for` and the file's `duration`,"
                    + " or end it with `stop`")
        }
        let hasOutput = led.advance(to: max(.zero + goal, run.now))
        return .object([
            ("time", .number(run.now.fraction)), ("done", .bool(run.isDone)),
            ("output", .bool(hasOutput)),
        ])
    }

    private func finish(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
        let span = try parameters.duration("within") ?? run.scenario.deadline
        try checkTime("finish")
        advance(to: run.now + span) { limit in
            run.advance(toEndOfScripts: limit)
            return run.isDone
        }
        session.stopped(run)
        return time
    }

    private func moveOn(to limit: Instant) -> Bool {
        advance(to: limit) { run.advance(to: $0) }
        return run.isOver
    }

    private func advance(to limit: Instant, by advance: (Instant) -> Bool) {
        if let recorder {
            recorder.advance(to: limit, by: advance)
        } else {
            _ = advance(limit)
        }
    }

    private func checkTime(_ method: String) throws(RPCError) {
        guard isLive else { return }
        throw RPCError(
            .wrongState,
            led == nil
                ? "\(method): with `radio`, virtual time follows the clock; leave the option out to step it"
                : "\(method): hosts take turns with this run; use `advance`")
    }

    // MARK: What happens to the boards

    private func board(_ parameters: RPCParameters) throws(RPCError) -> Int {
        let names = run.scenario.boards.map(\.name)
        guard let name = try parameters.text("board") else {
            if names.count == 1 { return 0 }
            throw parameters.wrong(
                names.isEmpty ? "the scenario has no board" : "`board` is missing",
                names.isEmpty ? "" : "name one of: \(names.joined(separator: ", "))")
        }
        guard let index = names.firstIndex(of: name) else {
            throw parameters.wrong(
                "there is no board `\(name)`", Suggestion.fix(name, known: names, what: "boards"))
        }
        return index
    }

    private func perform(
        _ section: JSONValue, _ parameters: RPCParameters
    ) throws(RPCError) -> JSONValue {
        let board = try board(parameters)
        let action: Action
        do throws(ScenarioError) {
            action = try Action(section.node, on: board, of: run.scenario)
        } catch {
            let text = error.problems.map { "\($0)" }
            throw RPCError(.wrongInput, text.joined(separator: "\n"))
        }
        // Before time moves on.
        do throws(RunError) {
            try run.world.check(action)
        } catch {
            throw RPCError(.wrongInput, "\(error)")
        }
        // The clock stops wherever it is.
        if isLive { session.stopped(run) }
        let now = session.moment(for: action.list, in: run, moveOn)
        run.world.perform(action, on: board)
        session.add(action, to: run.scenario.boards[board].name, at: now)
        return time
    }

    // MARK: What can be seen

    private func state(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
        let one = parameters["board"] == nil ? nil : try board(parameters)
        let boards = one.map { [$0] } ?? Array(run.boards.indices)
        return .object([
            ("time", .number(session.time(run).fraction)), ("done", .bool(run.isDone)),
            ("boards", .array(boards.map(state))),
        ])
    }

    private func state(of index: Int) -> JSONValue {
        let state = BoardState(of: index, in: run)
        // Every number in it is finite.
        guard case .object(let entries)? = try? state.json() else { return .null }
        return .object(entries + former(state, run.boards[index]))
    }

    /// The fields of protocol 1 that have other names or places now.
    private func former(
        _ state: BoardState, _ board: any SimulatedDevice
    ) -> [(String, JSONValue)] {
        Self.identity(board) + [
            ("connected", .bool(state.link.isConnected)),
            ("powered", .bool(state.power.isPowered)), ("resets", .integer(state.power.resets)),
            (
                "led",
                .object([
                    ("red", .number(state.light.red)), ("green", .number(state.light.green)),
                    ("blue", .number(state.light.blue)),
                ])
            ),
            ("vibrating", .bool(state.motor?.isRunning ?? false)),
        ]
    }

    /// What a client needs to find a board.
    static func identity(_ board: any SimulatedDevice) -> [(String, JSONValue)] {
        [
            ("name", .string(board.name)), ("model", .string(board.modelName)),
            ("firmware", .string(board.firmwareRevision)),
            ("address", .string("\(board.address)")),
        ]
    }

    private func truth(of index: Int) -> JSONValue {
        let now = run.now
        let body = run.bodies[index].kinematics(at: now)
        let world = run.world.environments[index]
        let q = body.orientation
        // The nearest object may be infinitely far, which JSON cannot say.
        let surroundings = Measurand.surroundings.filter { $0 != .objectDistance }
        let entries: [(String, JSONValue)] = [
            ("time", .number(session.time(run).fraction)),
            ("orientation", .array([q.w, q.x, q.y, q.z].map { .number($0) })),
            ("position", body.position.json()), ("velocity", body.velocity.json()),
            ("acceleration", body.acceleration.json()),
            ("force", body.specificForce.json(1 / standardGravity)),
            ("rotation", body.angularRate.json(180 / .pi)),
            ("magneticField", q.unrotate(world.magneticField(at: now)).json()),
        ]
        return .object(
            entries + surroundings.map { ("\($0)", .number($0.value(in: world, at: now))) })
    }

    private func report() throws(RPCError) -> JSONValue {
        throw RPCError(.wrongState, "the report is the answer to `stop`")
    }
}

extension Instant {
    /// Seconds since the run began, as near as they can be written: 0.3, not 0.30000000000000004.
    var fraction: Double { Double(nanoseconds) / 1e9 }
}

extension Vector3 {
    fileprivate func json(_ factor: Double = 1) -> JSONValue {
        .array([x * factor, y * factor, z * factor].map { .number($0) })
    }
}
