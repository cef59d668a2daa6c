import Device
import MetaWearBoard
import Motion
import Peripheral
import Simulation
import TrikiCap
import VirtualRadio

/// A board or a cap on the desk, with its body and its surroundings.
final class DeskBoard {
    enum Kind {
        case metawear(MetaWearBoard)
        case triki(TrikiCap)
    }

    /// A quantity that changes gradually; another change of the same one ends it.
    enum Change: Int { case battery, distance }

    let kind: Kind
    let device: any SimulatedDevice
    let body: ScriptedBody
    let environment: SimpleEnvironment
    let isScripted: Bool
    /// Metres from the centrals.
    var distance: Double
    /// Brown-outs that are not over.
    var powerCuts = 0
    var isSupplyCut = false
    private var changes = [0, 0]

    init(
        _ kind: Kind, body: ScriptedBody, environment: SimpleEnvironment, isScripted: Bool,
        distance: Double
    ) {
        self.kind = kind
        switch kind {
        case .metawear(let board): device = board
        case .triki(let cap): device = cap
        }
        self.body = body
        self.environment = environment
        self.isScripted = isScripted
        self.distance = distance
    }

    var metawear: MetaWearBoard? {
        if case .metawear(let board) = kind { board } else { nil }
    }

    var cap: TrikiCap? {
        if case .triki(let cap) = kind { cap } else { nil }
    }

    /// Calls `set` with how much of a change is done, evenly over a time.
    func change(
        _ what: Change, over duration: Nanoseconds, steps: Int64, _ timers: Timers,
        from start: Instant, _ set: @escaping (Double) -> Void
    ) {
        changes[what.rawValue] += 1
        let number = changes[what.rawValue]
        guard duration > .zero else { return set(1) }
        proceed(1, of: max(steps, 1), what, number, duration, timers, start, set)
    }

    private func proceed(
        _ step: Int64, of steps: Int64, _ what: Change, _ number: Int, _ duration: Nanoseconds,
        _ timers: Timers, _ start: Instant, _ set: @escaping (Double) -> Void
    ) {
        timers.at(start + duration.part(step, of: steps)) { [self] in
            guard changes[what.rawValue] == number else { return }
            set(Double(step) / Double(steps))
            guard step < steps else { return }
            proceed(step + 1, of: steps, what, number, duration, timers, start, set)
        }
    }
}
