import Declaration
import ScenarioRun
import Simulation

/// One future of a session: a scenario, and what a person did in it.
///
/// Its runs differ in how far they have come only: the one that is shown, the one that came farthest, and some on
/// the way, so that no moment is far from one of them.
final class Branch {
    typealias Maker = (_ source: LiveSource) throws(RunError) -> ScenarioRun

    /// From 1 on, in the order in which they began.
    let number: Int
    let source: LiveSource
    /// For a person: `link-loss at 21 s instead of 20 s`; empty for the first.
    let words: String
    /// When it begins to differ from the one that it was made from.
    let start: Instant
    /// The number of the one that it was made from; nil for a scenario of its own.
    let parent: Int?
    /// That of the first future of its scenario.
    let root: Int
    /// Before this, it is equal to the first future of its scenario.
    let equalUntil: Instant
    /// In the order of time.
    private(set) var deeds: [Deed]
    /// The run that came farthest; it is not moved except onwards.
    private(set) var head: WatchedRun
    /// Others, by their times.
    private var waypoints: [WatchedRun] = []
    /// One that is on its way to become one of them.
    private var filler: (run: WatchedRun, goal: Instant)?
    private let make: Maker?
    /// How far a person was there; what is known beyond is what happens if nothing more is done.
    private(set) var lived: Instant
    /// How far it is to be known.
    private var goal: Instant
    /// Whether anybody looks back: only then are there waypoints.
    private var isLookedAt = false

    /// More take memory and save little.
    private static let mostWaypoints = 12
    /// Less is made again faster than one notices.
    private static let shortest = Nanoseconds.seconds(10)

    /// The first one, which is not known beyond the present.
    ///
    /// - Parameter make: makes a run of a scenario in which nothing has happened yet; nil if there is only this one.
    init(number: Int, source: LiveSource, head: WatchedRun, make: Maker?) {
        (self.number, self.source, self.head, self.make) = (number, source, head, make)
        (words, start, deeds, lived, goal) = ("", .zero, [], .zero, .zero)
        (parent, root, equalUntil) = (nil, number, .zero)
    }

    /// One that differs from another.
    ///
    /// - Parameters:
    ///   - isOther: whether it is another scenario, which only is made in the same way.
    ///   - preview: how far it is known at once.
    ///   - goal: how far it is to be known by and by.
    init(
        number: Int, source: LiveSource, words: String, start: Instant, deeds: [Deed],
        after old: Branch, isOther: Bool = false, preview: Nanoseconds, goal: Instant
    ) throws(RunError) {
        (self.number, self.source, self.words, self.start) = (number, source, words, start)
        (self.deeds, make, lived, self.goal) = (deeds, old.make, start, goal)
        parent = isOther ? nil : old.number
        root = isOther ? number : old.root
        equalUntil = isOther ? .zero : old.parent == nil ? start : min(start, old.equalUntil)
        let before = Self.before(start)
        var reused: WatchedRun?
        // Until then they are the same run, unless its scenario has other events.
        if source == old.source, before < old.known { reused = try old.run(at: before) }
        if let reused, reused !== old.head {
            head = reused
        } else {
            guard let make else { throw RunError(.input, "this run cannot be made again") }
            head = WatchedRun(try make(source))
        }
        head.advance(to: before, doing: deeds)
        head.traffic.tape = []
        head.advance(to: start + preview, doing: deeds)
    }

    private static func before(_ time: Instant) -> Instant { max(.zero, time - Nanoseconds(1)) }

    /// A run that has kept its packets from a moment on until another one.
    func taped(from start: Instant, until end: Instant) throws(RunError) -> WatchedRun {
        if start == self.start, head.traffic.tape != nil { return head }
        let run = try run(at: Self.before(start))
        run.traffic.tape = []
        run.advance(to: end, doing: deeds)
        return run
    }

    /// How far it is known, lived or not.
    var known: Instant { head.now }

    func close() {
        head.close()
        filler?.run.close()
        for run in waypoints { run.close() }
    }

    /// A person was with a run of it.
    func lived(_ run: WatchedRun) {
        guard run.now > lived else { return }
        lived = run.now
        if run !== head, run.now > head.now {
            insert(head)
            head = run
        }
    }

    /// Lets go of the runs that only make moments quick: it is neither shown nor compared.
    func rest() {
        for run in waypoints { run.close() }
        filler?.run.close()
        (waypoints, filler, isLookedAt) = ([], nil, false)
    }

    /// From when on two futures of a scenario can differ.
    static func firstDifference(_ one: Branch, _ other: Branch) -> Instant {
        if one.parent == other.number { return one.start }
        if other.parent == one.number { return other.start }
        if one.parent == nil { return other.equalUntil }
        return other.parent == nil ? one.equalUntil : min(one.equalUntil, other.equalUntil)
    }

    /// Whether no later moment was lived than a run is at.
    func isNewest(_ run: WatchedRun) -> Bool { run.now >= lived }

    /// Adds what is done now in the run that is shown; what was known beyond is so no more.
    func add(_ deed: Deed, in run: WatchedRun) {
        lived = max(lived, deed.time)
        goal = lived
        deeds.removeAll { $0.time > deed.time }
        deeds.append(deed)
        for later in waypoints where later.now >= deed.time { later.close() }
        waypoints.removeAll { $0.now >= deed.time }
        if let filler, filler.goal >= deed.time {
            filler.run.close()
            self.filler = nil
        }
        guard run !== head else { return }
        head.close()
        head = run
    }

    /// What was done until a time.
    func deeds(until time: Instant) -> [Deed] { deeds.filter { $0.time <= time } }

    /// A run of it at a time, which is the caller's until it is given back.
    func run(at time: Instant) throws(RunError) -> WatchedRun {
        isLookedAt = true
        if time >= head.now {
            head.advance(to: time, doing: deeds)
            return head
        }
        let place = waypoints.lastIndex { $0.now <= time }
        let run: WatchedRun
        if let place { run = waypoints.remove(at: place) } else { run = try beginning() }
        run.advance(to: time, doing: deeds)
        return run
    }

    /// A new run, in which nothing has happened yet.
    private func beginning() throws(RunError) -> WatchedRun {
        guard let make else { throw RunError(.input, "this run cannot be made again") }
        return WatchedRun(try make(source))
    }

    /// Takes a run of it that is not shown any more.
    func put(_ run: WatchedRun) {
        guard run !== head else { return }
        if run.now > head.now {
            insert(head)
            head = run
        } else {
            insert(run)
        }
    }

    private func insert(_ run: WatchedRun) {
        waypoints.insert(run, at: waypoints.firstIndex { $0.now > run.now } ?? waypoints.count)
        guard waypoints.count > Self.mostWaypoints else { return }
        // The one that is nearest to the one before it is missed least.
        let nearest = waypoints.indices.min { gap(before: $0) < gap(before: $1) } ?? 0
        waypoints.remove(at: nearest).close()
    }

    private func gap(before place: Int) -> Nanoseconds {
        waypoints[place].now - (place == 0 ? .zero : waypoints[place - 1].now)
    }

    /// Whether there are moments that are far from each run.
    var wantsWork: Bool {
        filler != nil || (head.now < goal && !head.run.isOver) || (isLookedAt && widest != nil)
    }

    /// The end of the first part of the past in which no run waits, if it is too long.
    private var widest: Instant? {
        let step = max((known - .zero).part(1, of: Int64(Self.mostWaypoints - 2)), Self.shortest)
        var last = Instant.zero
        for time in waypoints.map(\.now) + [known] {
            if time - last > step + step.part(1, of: 2) { return last + step }
            last = time
        }
        return nil
    }

    /// Goes on to fill the gaps for a while.
    func work(while isTimeLeft: () -> Bool) {
        if head.now < goal, !head.advance(to: goal, doing: deeds, while: isTimeLeft) { return }
        while wantsWork, isTimeLeft() {
            if filler == nil {
                guard let goal = widest, let run = try? beginning() else {
                    // What cannot be made now, such as one whose recording is gone, is made when it is asked for.
                    isLookedAt = false
                    return
                }
                filler = (run, goal)
            }
            guard let filler, filler.run.advance(to: filler.goal, doing: deeds, while: isTimeLeft)
            else { return }
            self.filler = nil
            insert(filler.run)
        }
    }
}
