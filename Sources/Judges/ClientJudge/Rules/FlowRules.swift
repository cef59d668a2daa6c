import MetaWearBoard
import MetaWearTables
import Simulation
import Wire

/// Chains on the board: a consumer that nothing feeds, and a source that nothing listens to.
///
/// Each entry is judged by its whole life: when it is removed, or when its client ends the link. What a macro made at
/// the board's start belongs to the link that follows.
final class FlowRules: RuleFamily {
    static let emptyLogger = Rule(
        "MW-FLOW-01", .warning, "a logger that records nothing", "core 3.2, sensors 1.5",
        why: "a logger writes an entry only when its source gives data while logging is enabled: "
            + "if a step is missing, the log stays empty, and no answer says so",
        fix: "do the step that the finding names, before the link is closed or the logger removed")
    static let emptyStream = Rule(
        "MW-FLOW-02", .warning, "a processor is subscribed and nothing feeds it",
        "core 4.1, sensors 1.5",
        why: "a processor computes only when its source gives data",
        fix: "do the step that the finding names")
    static let idleEvent = Rule(
        "MW-FLOW-03", .warning, "an event that cannot fire", "core 5.4",
        why: "an event fires when its source gives data: this one never did",
        fix: "do the step that the finding names, or remove the event")
    static let unheardProcessor = Rule(
        "MW-FLOW-04", .warning, "a processor that nothing listens to", "core 4.1",
        why: "it takes a slot and computes, and its output goes nowhere",
        fix: "subscribe to it (09 03 01 and 09 07 id 01), or add a logger, an event or another "
            + "processor; or do not make it")
    static let unheardSensor = Rule(
        "MW-FLOW-05", .warning, "a sensor ran and nothing listened", "sensors 1.5",
        why: "it only drained the battery: its data reached neither host nor logger, processor or "
            + "event",
        fix: "subscribe to its register or make its logger before it is started")
    static let unheardTimer = Rule(
        "MW-FLOW-06", .warning, "a timer that nothing listens to", "core 6",
        why: "it ticks, and its ticks do nothing",
        fix:
            "make an event for its ticks (0A 02 0C 06 id …), have them sent to the host (0C 07 id 01), or do not"
            + " start it")

    static let rules = [
        emptyLogger, emptyStream, idleEvent, unheardProcessor, unheardSensor, unheardTimer,
    ]

    /// A client that takes back at once what it made has changed its mind.
    private static let patience = Nanoseconds.milliseconds(500)

    /// What has become of an entry so far.
    private struct Life {
        var entry: ClientState.Made
        var connection: Int
        var isFed = false
        var isHeard = false
        /// The bytes beside those of a logger were logged, too.
        var isWhole = false
        var hasGate = false
        /// What it lacked when it lacked least.
        var missing: [String] = []
    }

    private var lives: [Life] = []
    /// Entries up to this one were judged at the end of their link.
    private var judged = 0
    /// Sensors that run, since when, and whether anything listened.
    private var runs: [(module: MWModule, since: Instant, isHeard: Bool)] = []

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .changed(let command):
            // A stream of silent reads would be looked at again and again.
            if command.isRead, context.client.made.isEmpty { return }
            look(context)
        case .disconnected(let reason):
            guard context.isOwnEnd(reason), !context.isResetAsked else { return }
            end(context)
        case .reset:
            // The client's own reset removes everything; a crash is not its doing.
            if context.isResetAsked { lives.forEach { removed($0, context) } }
            (lives, runs) = ([], [])
        default: break
        }
    }

    private func end(_ context: JudgeContext) {
        for life in lives where life.connection == context.connection { judge(life, context) }
        lives.removeAll { $0.connection == context.connection }
        judged = context.client.made.map(\.serial).max() ?? judged
    }

    // MARK: Looking

    private func look(_ context: JudgeContext) {
        let state = context.client
        guard
            !state.made.isEmpty || !lives.isEmpty || !runs.isEmpty
                || MWModule.streaming.contains(where: { state.isRunning($0) })
        else { return }
        let flow = DataFlow(state, context)
        lives.removeAll { life in
            let isGone = !state.made.contains { $0.serial == life.entry.serial }
            if isGone { removed(life, context) }
            return isGone
        }
        for entry in state.made where !entry.isOfEvent && entry.table != .macro {
            guard let place = place(of: entry, context) else { continue }
            lives[place].entry = entry
            update(&lives[place], flow, context)
        }
        lookAtSensors(flow, context)
    }

    /// Nil for an entry of an earlier link, which has been judged.
    private func place(of entry: ClientState.Made, _ context: JudgeContext) -> Int? {
        if let known = lives.firstIndex(where: { $0.entry.serial == entry.serial }) { return known }
        guard entry.serial > judged, context.isConnected else { return nil }
        lives.append(Life(entry: entry, connection: context.connection))
        return lives.count - 1
    }

    private func update(_ life: inout Life, _ flow: DataFlow, _ context: JudgeContext) {
        let entry = life.entry
        var missing = entry.source.map { flow.missing($0) } ?? []
        if entry.table == .logging {
            if !flow.isLogging { missing.append("logging was not enabled (0B 01 01)") }
            life.isWhole = life.isWhole || !LogRules.isHalf(entry, flow.state, context)
        }
        if entry.table == .timer {
            missing = flow.isStarted(entry) ? [] : ["0C 03 \(Hex.text([entry.id]))"]
        }
        if missing.isEmpty { life.isFed = true }
        // What was still missing at the best moment.
        if life.missing.isEmpty || missing.count < life.missing.count { life.missing = missing }
        if entry.table == .dataProcessor, flow.state.openGates.contains(entry.id) {
            life.hasGate = true
        }
        if entry.table == .dataProcessor || entry.table == .timer, !life.isHeard {
            life.isHeard = flow.isHeard(entry)
        }
    }

    private func lookAtSensors(_ flow: DataFlow, _ context: JudgeContext) {
        for module in MWModule.streaming {
            let place = runs.firstIndex { $0.module == module }
            guard flow.state.isRunning(module) else {
                guard let place else { continue }
                let run = runs.remove(at: place)
                guard !run.isHeard, context.now - run.since >= Self.patience else { continue }
                let tenths = (context.now - run.since).count / 100_000_000
                context.report(
                    Self.unheardSensor, module, 1,
                    "the \(module.row.part) ran for \(tenths / 10).\(tenths % 10) s")
                continue
            }
            let isUsed = flow.isUsed(module)
            if let place {
                if isUsed { runs[place].isHeard = true }
            } else {
                runs.append((module, context.now, isUsed))
            }
        }
    }

    // MARK: Judging

    private func removed(_ life: Life, _ context: JudgeContext) {
        guard context.now - life.entry.time >= Self.patience else { return }
        judge(life, context)
    }

    private func judge(_ life: Life, _ context: JudgeContext) {
        let entry = life.entry
        let source = entry.source.map { Hex.text($0.bytes) } ?? ""
        let steps = life.missing.joined(separator: ", and ")
        switch MWModule(rawValue: entry.table) {
        case .logging:
            if !life.isFed {
                context.report(
                    Self.emptyLogger, .logging, 2, "logger \(entry.id) of \(source): \(steps)")
            }
            if !life.isWhole {
                context.report(
                    LogRules.half, .logging, 2,
                    "logger \(entry.id) of \(source) has the first four bytes: nothing logs the rest"
                )
            }
        case .dataProcessor:
            if !life.isHeard {
                // An output with one open gate has a rule of its own.
                guard !life.hasGate else { return }
                context.report(
                    Self.unheardProcessor, .dataProcessor, 2, "processor \(entry.id) of \(source)")
            } else if !life.isFed, life.hasGate {
                context.report(
                    Self.emptyStream, .dataProcessor, 3,
                    "processor \(entry.id) of \(source): \(steps)")
            }
        case .event where !life.isFed && entry.source?.module != .timer:
            context.report(
                Self.idleEvent, .event, 2, "event \(entry.id) at \(source): \(steps)")
        case .timer:
            if !life.isFed {
                context.report(TimerRules.neverStarted, .timer, 3, "timer \(entry.id): \(steps)")
            } else if !life.isHeard {
                context.report(Self.unheardTimer, .timer, 6, "timer \(entry.id)")
            }
        default: break
        }
    }
}
