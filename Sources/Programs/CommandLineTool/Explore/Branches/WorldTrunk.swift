import CommandLineProgram
import Exploration
import JSON
import Synchronization

/// Copies of the run without a fault, each stopped at another moment. A world goes on from the last one before its
/// fault, instead of being played from its beginning, which is half of what a world costs.
///
/// Each is a process: so a world is copied with all that belongs to it. A world that goes on is a copy of a copy.
final class WorldTrunk: @unchecked Sendable {
    // What its threads share is behind a lock.

    private struct Stop {
        /// How many packets came before it.
        var packets: Int
        /// Branches that are to go on from it.
        var orders: CopyPipe
    }

    private var stops: [Stop] = []
    /// What came of branches. One is used by one of them at a time.
    private let answers: [CopyPipe]
    private let free: Mutex<[Int]>
    private let process: Int32
    /// Of each point, how many packets came before it.
    private let packets: [Int]

    /// More stops save less than they cost.
    private static let mostStops = 64

    /// Plays the run without a fault; nil if that cannot be copied.
    ///
    /// - Parameters:
    ///   - points: of that run.
    ///   - events: how many there are in it.
    ///   - width: how many worlds are asked for at once.
    ///   - begin: begins the run; nil if it cannot.
    init?(
        _ points: [Point], events: UInt64, width: Int, begin: () -> (any BranchingWorld)?
    ) {
        let orders = (0..<Self.mostStops).compactMap { _ in CopyPipe() }
        let answers = (0..<width).compactMap { _ in CopyPipe() }
        guard let told = CopyPipe(), answers.count == width else { return nil }
        let copy = ProcessCopy.run {
            for pipe in orders { pipe.closeStart() }
            for pipe in answers { pipe.closeEnd() }
            guard let world = begin() else { return }
            let step = Int(events) / orders.count + 1
            Self.grow(world, step: step, orders, answers, told)
        }
        told.closeStart()
        for pipe in orders { pipe.closeEnd() }
        for pipe in answers { pipe.closeStart() }
        self.answers = answers
        free = Mutex(Array(0..<width))
        process = copy ?? -1
        var count = 0
        packets = points.map { point in
            defer { count += point.occurrence == nil ? 0 : 1 }
            return count
        }
        for pipe in orders {
            guard let number = told.next().flatMap(Order.init) else { break }
            stops.append(Stop(packets: number.branch.point, orders: pipe))
        }
        told.closeEnd()
        for pipe in orders.dropFirst(stops.count) { pipe.closeStart() }
    }

    deinit {
        for stop in stops { stop.orders.closeStart() }
        for pipe in answers { pipe.closeEnd() }
        if process > 0 { ProcessCopy.wait(for: process) }
    }

    /// What comes of a world; nil if it has to be played from its beginning.
    func outcome(of branch: Branch) -> WorldOutcome? {
        guard let stop = stops.last(where: { $0.packets <= packets[branch.point] }),
            let slot = free.withLock({ $0.popLast() })
        else { return nil }
        // Without an answer, its pipe is not used any more.
        guard stop.orders.put(Order(branch, slot: slot).bytes),
            answers[slot].waits(whileReads: stop.orders), let answer = answers[slot].next()
        else { return nil }
        free.withLock { $0.append(slot) }
        return (try? JSONValue(reading: answer)).flatMap { try? WorldOutcome(json: $0) }
    }

    // MARK: In the copies

    private static func grow(
        _ world: any BranchingWorld, step: Int, _ orders: [CopyPipe], _ answers: [CopyPipe],
        _ told: CopyPipe
    ) {
        var stops: [Int32] = []
        for (place, pipe) in orders.enumerated() {
            let stop = ProcessCopy.run {
                told.closeStart()
                for other in orders[(place + 1)...] { other.closeEnd() }
                serve(world, pipe, answers)
            }
            pipe.closeEnd()
            guard let stop else { break }
            stops.append(stop)
            told.put(Order(Branch(point: world.packets, trouble: 0), slot: 0).bytes)
            if world.advance(events: step) { break }
        }
        // No stop follows.
        told.closeStart()
        for pipe in orders.dropFirst(stops.count) { pipe.closeEnd() }
        for stop in stops { ProcessCopy.wait(for: stop) }
    }

    /// Plays what is asked for, until nobody asks any more.
    private static func serve(
        _ world: any BranchingWorld, _ orders: CopyPipe, _ answers: [CopyPipe]
    ) {
        var playing: [Int32: Int] = [:]
        while true {
            // What has crashed has no answer of its own.
            while let (process, isWell) = ProcessCopy.ended() {
                let slot = playing.removeValue(forKey: process)
                if !isWell, let slot { answers[slot].put([]) }
            }
            if !playing.isEmpty, !orders.hasNext(within: 20) { continue }
            guard let order = orders.next().flatMap(Order.init) else { break }
            let process = ProcessCopy.run {
                orders.closeEnd()
                let outcome = world.outcome(of: order.branch)
                answers[order.slot].put((try? outcome?.json())?.canonical ?? [])
            }
            if let process { playing[process] = order.slot } else { answers[order.slot].put([]) }
        }
        for process in playing.keys { ProcessCopy.wait(for: process) }
    }
}

/// A run without a fault that can still become one with a fault.
protocol BranchingWorld: AnyObject {
    /// How many packets came until now.
    var packets: Int { get }
    /// Handles so many events; true at the end.
    func advance(events: Int) -> Bool
    /// Plays it to its end with a fault; nil if that cannot be told.
    func outcome(of branch: Branch) -> WorldOutcome?
}

/// What is asked of a stop.
private struct Order {
    var branch: Branch
    /// Which pipe is for the answer.
    var slot: Int

    init(_ branch: Branch, slot: Int) { (self.branch, self.slot) = (branch, slot) }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == 12 else { return nil }
        func number(_ place: Int) -> Int {
            bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        branch = Branch(point: number(0), trouble: number(4))
        slot = number(8)
    }

    var bytes: [UInt8] {
        [branch.point, branch.trouble, slot].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
    }
}
