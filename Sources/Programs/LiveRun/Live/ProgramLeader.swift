import CommandLineProgram
import EventLoop
import Glibc
import LedTime
import ScenarioRun
import Simulation

/// Leads a run's time by what a program waits for, and everything that it has started: time stands
/// still while one of their threads runs, and moves to the least deadline when all wait.
final class ProgramLeader {
    /// Why the program is not to go on; nil while it may.
    private(set) var reason: String?

    private let run: ScenarioRun
    private let pacer: LedPacer
    private let programs: LedPrograms
    private let console: Console
    private let radios: LiveRadios
    /// What distinguishes the present sleep of the programs from the one before.
    private var mark: UInt64?
    /// How often what lies between still has to be asked, in this sleep, whether it has nothing left for the programs.
    private var unsettled = 0
    /// After so many round trips a daemon that cannot be watched has let in a client that has connected.
    private let mostUnsettled: Int
    /// When one of them last ran, in virtual time.
    private var lastActive = Instant.zero
    /// Since when one of them runs, on the loop's clock; nil if they sleep.
    private var busySince: Int64?
    private var reported: Set<Int32> = []
    private var pause = shortestPause

    /// So far time moves at once, so that an interrupt is noticed.
    private static let stride = Nanoseconds.seconds(60)
    /// As long as the longest virtual time of tasks (`VirtualTimeOptions.limit`).
    private static let limit = Nanoseconds.seconds(86_400)
    /// After this much virtual time in which nothing reaches a program that waits for ever.
    private static let stall = Nanoseconds.seconds(3600)
    /// Of processor time, real nanoseconds, after which a program is reported.
    private static let patience: Int64 = 10_000_000_000
    /// Between two looks at programs that run, real nanoseconds.
    private static let shortestPause = 50_000
    private static let longestPause = 2_000_000

    init(
        _ run: ScenarioRun, _ pacer: LedPacer, _ programs: LedPrograms, _ radios: LiveRadios,
        _ console: Console
    ) {
        self.run = run
        self.pacer = pacer
        self.programs = programs
        self.radios = radios
        self.console = console
        // A daemon on this machine is watched as the programs are, which is exact.
        let isWatched =
            radios.daemon.map { $0 == getpid() || programs.add(neighbour: $0) } ?? false
        mostUnsettled = !radios.hasToSettle || isWatched ? 0 : 3
        pacer.flush = radios.flush
        // A program reads the clock as soon as something has reached it.
        pacer.beforeMoment = { programs.now = $0.nanoseconds }
        if !isWatched { pacer.settle = radios.settle }
    }

    /// Takes the next step: wakes what is due, moves time, or waits a little for a program that runs.
    func turn() {
        switch programs.look() {
        case .busy(let pid): wait(for: pid)
        case .gone: programs.await(atMost: Self.shortestPause)
        case .asleep(let mark):
            busySince = nil
            pause = Self.shortestPause
            if mark != self.mark {
                self.mark = mark
                lastActive = run.now
                unsettled = mostUnsettled
            }
            if unsettled == 0 {
                move()
            } else {
                radios.settle()
                unsettled -= 1
            }
        }
    }

    private func move() {
        if programs.wakeFirst() { return }
        let deadline = programs.firstDeadline.map { Instant(nanoseconds: $0) }
        if let reason = refusal(waitingFor: deadline) {
            self.reason = reason
            return
        }
        let goal = min(deadline ?? run.end, run.end, run.now + Self.stride)
        programs.isHeld = true
        let hasOutput = pacer.move(to: goal)
        programs.isHeld = false
        if hasOutput { unsettled = mostUnsettled }
    }

    private func refusal(waitingFor deadline: Instant?) -> String? {
        if deadline == nil, run.now - lastActive >= Self.stall {
            return
                "was stopped at \(run.now): nothing has reached it since \(lastActive), and none of its"
                + " threads waits for a time: \(programs.waits)"
        }
        if run.isOpenEnded, run.now >= .zero + Self.limit {
            return
                "was stopped: virtual time has reached its limit of \(Self.limit); allow more with"
                + " `--for`"
        }
        return nil
    }

    private func wait(for pid: Int32) {
        let now = EventLoop.now
        let start = busySince ?? now
        busySince = start
        if now - start >= Self.patience, reported.insert(pid).inserted {
            console.complain(
                "`\(programs.name(of: pid))` (\(pid)) has run for 10 s without waiting; virtual time"
                    + " stands still at \(run.now) meanwhile\n")
        }
        programs.await(atMost: pause)
        pause = min(pause * 2, Self.longestPause)
    }
}
