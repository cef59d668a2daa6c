import ClientJudge
import Declaration
import Exploration
import ScenarioFile
import ScenarioRun
import Simulation

/// A world that is being played in this process.
final class PlayedWorld {
    let run: ScenarioRun
    let recorder: PointRecorder
    let account: RunAccount
    /// nil if nobody wants it.
    let trace: TraceFile?
    /// The limit with which it has to be played again; nil if its time has sufficed.
    private(set) var longerLimit: Nanoseconds?
    /// How many packets came that are points.
    var packets: Int { counter.packets }
    private let counter = PacketCounter()
    private let judge = ClientJudge()
    private let rules: WorldRules
    private let deadline: Nanoseconds
    private let mayTakeLonger: Bool

    /// - Parameters:
    ///   - showsPoints: whether its points are wanted.
    ///   - isAccounted: whether it is told what its boards make.
    ///   - folder: for its trace; nil for none.
    ///   - mayTakeLonger: whether a download that goes on has more time.
    init(
        _ scenario: ScenarioFile, file: String, _ options: RunOptions, rules: WorldRules,
        showsPoints: Bool, isAccounted: Bool, tracesTo folder: String?, mayTakeLonger: Bool
    ) throws(RunError) {
        (self.rules, self.mayTakeLonger) = (rules, mayTakeLonger)
        deadline = scenario.deadline
        var options = options
        recorder = PointRecorder(boards: scenario.boards.map(\.name))
        if showsPoints { recorder.watch(&options) }
        counter.watch(&options)
        account = RunAccount(&options)
        trace = folder.map { TraceFile("\($0)/trace", &options) }
        run = try ScenarioRun(scenario, text: [], file: file, options: options)
        if rules.level != .off { for board in run.boards { judge.attach(to: board) } }
        if isAccounted { account.watch(run) }
    }

    /// What came of it, when it is over; nil if it has to be played again with a longer limit.
    func end() -> (outcome: WorldOutcome, result: RunResult)? {
        judge.finish(at: run.now)
        let result = run.conclude()
        if case .deadline = result.ending, mayTakeLonger {
            longerLimit = HangLimit.longer(than: deadline, lastDownload: account.lastDownload)
            if longerLimit != nil { return nil }
        }
        var outcome = WorldOutcome(
            failure: WorldOutcome.Failure(result), points: recorder.points,
            meanings: recorder.meanings, duration: result.duration)
        outcome.breaches = rules.breaches(in: judge.findings, lastRight: result.lastRight)
        outcome.unreached = result.unreached
        return (outcome, result)
    }
}

/// Counts the packets of a run.
private final class PacketCounter {
    private(set) var packets = 0

    func watch(_ options: inout RunOptions) {
        let before = options.packetObserver
        options.packetObserver = { [self] board, unit, role, connection, time in
            before?(board, unit, role, connection, time)
            if PointRecorder.isPoint(unit) { packets += 1 }
        }
    }
}
