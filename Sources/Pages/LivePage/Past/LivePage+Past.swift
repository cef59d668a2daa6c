import Declaration
import PageModel
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation
import YAML

/// Earlier moments, and the futures that begin there.
extension LivePage {
    /// The latest moment that can be asked for, in seconds.
    static let latest = 1e8
    /// The farthest moment at which a scenario of a link begins, in seconds: it has to be simulated up to there.
    static let farthest = 4 * 3600.0
    /// How far a new future is looked into at once.
    static let preview = Nanoseconds.seconds(60)
    /// The oldest ones are forgotten.
    private static let mostFutures = 12

    /// Shows a moment of the past, or the newest one; time stands still then.
    ///
    /// - Parameter seconds: later ones than are known are the newest.
    func look(at seconds: Double) throws(PageError) {
        try checkThatItCanBeMadeAgain()
        beforeCommand()
        let time = min(.zero + .seconds(seconds), max(branch.known, run.now))
        try showing { () throws(RunError) in
            branch.put(shown)
            shown = branch.head
            shown = try branch.run(at: time)
        }
    }

    /// Shows another future at the same time, and compares it with the one that was shown.
    func show(_ number: Int) throws(PageError) {
        guard let wanted = branches.first(where: { $0.number == number }) else {
            throw PageError("there is no future \(number)")
        }
        guard wanted !== branch else { return }
        beforeCommand()
        try showing { () throws(RunError) in
            let time = run.now
            let run = try wanted.run(at: time)
            branch.put(shown)
            letGhostGo()
            // Futures of different scenarios have nothing in common.
            (shown, branch, other) = (run, wanted, wanted.root == branch.root ? branch : nil)
            try compare()
        }
    }

    /// Begins another scenario, beside the futures of this one.
    ///
    /// - Parameter seconds: the moment that is shown.
    func open(_ source: LiveSource, at seconds: Double) throws(PageError) {
        try checkThatItCanBeMadeAgain()
        beforeCommand()
        try showing { () throws(RunError) in
            let new = try Branch(
                number: made + 1, source: source, words: "a scenario of its own",
                start: .zero, deeds: [], after: branch,
                isOther: true, preview: .seconds(seconds), goal: .zero)
            made += 1
            add(new)
            branch.put(shown)
            letGhostGo()
            (shown, branch, other, divergence) = (new.head, new, nil, nil)
        }
    }

    /// Moves something that happens to another time, in a future of its own.
    ///
    /// - Parameters:
    ///   - list: `inputs` or `faults` of the scenario, or `did`.
    ///   - index: there.
    ///   - seconds: when; nil for never.
    func change(_ list: String, _ index: Int, to seconds: Double?) throws(PageError) {
        try checkThatItCanBeMadeAgain()
        beforeCommand()
        let time = seconds.map { Instant.zero + .seconds($0) }
        let new: NewBranch
        if list == "did" {
            new = try movedDeed(index, to: time)
        } else {
            new = try movedEntry(list, index, to: time)
        }
        try showing { () throws(RunError) in
            let now = run.now
            let branch = try fork(new)
            let run = try branch.run(at: now)
            self.branch.put(shown)
            shown = run
            try turn(to: branch)
        }
    }

    /// Whether there is something to prepare, so that each moment is had quickly.
    package var wantsWork: Bool {
        branch.wantsWork || other?.wantsWork == true || verdicts?.wantsWork == true
    }

    /// Prepares it for a while.
    package func work(while isTimeLeft: () -> Bool) {
        if let verdicts, verdicts.wantsWork {
            verdicts.work(while: isTimeLeft)
            if !verdicts.wantsWork { edition += 1 }
        }
        branch.work(while: isTimeLeft)
        other?.work(while: isTimeLeft)
        // What is equal so far may differ where both are known by now.
        guard let other, divergence == nil, !wantsWork,
            min(branch.known, other.known) > comparedUntil
        else { return }
        try? compare()
        edition += 1
    }

    private func checkThatItCanBeMadeAgain() throws(PageError) {
        if let why = refusal() { throw PageError("this run cannot go back: \(why)") }
    }

    /// Changes what is shown; everything about it is told anew.
    private func showing(_ change: () throws(RunError) -> Void) throws(PageError) {
        isPaused = true
        isSeeking = false
        holders = [:]
        defer {
            shown.takeAgain()
            edition += 1
            hasJumped = true
            onPace()
        }
        do throws(RunError) {
            try change()
            try followWithGhost()
        } catch {
            throw PageError(error.description)
        }
    }

    // MARK: Deeds

    /// Does something now: in a future of its own if it is the past that is shown.
    func perform(_ deed: Deed, _ words: String) throws(RunError) {
        if branch.isNewest(shown) {
            branch.add(deed, in: shown)
            return shown.perform(deed)
        }
        if let why = refusal() { throw RunError(.input, why) }
        let name = boards[deed.board].device.name
        let branch = try fork(
            NewBranch(
                source: branch.source, words: "\(name): \(words) at \(Self.text(deed.time))",
                start: deed.time, deeds: branch.deeds(until: deed.time) + [deed]))
        shown.perform(deed)
        try turn(to: branch)
        edition += 1
    }

    // MARK: Futures

    private struct NewBranch {
        var source: LiveSource
        var words: String
        var start: Instant
        var deeds: [Deed]
    }

    private func movedDeed(_ index: Int, to time: Instant?) throws(PageError) -> NewBranch {
        var deeds = branch.deeds
        guard deeds.indices.contains(index), case .act(let action) = deeds[index].what else {
            throw PageError("there is no deed \(index) that can be moved")
        }
        var deed = deeds.remove(at: index)
        let name = boards[deed.board].device.name
        let (old, start) = (deed.time, min(deed.time, time ?? deed.time))
        if let time {
            deed.time = time
            deeds.insert(deed, at: deeds.firstIndex { $0.time > time } ?? deeds.count)
        }
        return NewBranch(
            source: branch.source, words: Self.words("\(name): \(action.words)", old, time),
            start: start, deeds: deeds)
    }

    private func movedEntry(
        _ list: String, _ index: Int, to time: Instant?
    ) throws(PageError) -> NewBranch {
        guard let entry = plan.first(where: { $0.list.rawValue == list && $0.index == index })
        else { throw PageError("the scenario has no entry \(index) of `\(list)` with a time") }
        var source = branch.source
        do throws(YAMLError) {
            source.text = try SessionRecord.text(source.text, replacing: list) { items in
                if let time {
                    items[index] = items[index].with("at", Node((time - .zero).written))
                } else {
                    items.remove(at: index)
                }
            }
        } catch {
            throw PageError("\(error)")
        }
        return NewBranch(
            source: source,
            words: Self.words("\(run.boards[entry.board].name): \(entry.words)", entry.at, time),
            start: min(entry.at, time ?? entry.at), deeds: branch.deeds)
    }

    private static func words(_ what: String, _ old: Instant, _ new: Instant?) -> String {
        new.map { "\(what) at \(text($0)) instead of \(text(old))" }
            ?? "without \(what) at \(text(old))"
    }

    private static func text(_ time: Instant) -> String { "\(LiveText.short(time.seconds)) s" }

    /// Another future of the present one, known as far as that, or for a minute.
    private func fork(_ new: NewBranch) throws(RunError) -> Branch {
        made += 1
        let branch = try Branch(
            number: made, source: new.source, words: new.words, start: new.start,
            deeds: new.deeds, after: self.branch, preview: Self.preview,
            goal: self.branch.known)
        add(branch)
        return branch
    }

    private func add(_ branch: Branch) {
        branches.append(branch)
        if branches.count > Self.mostFutures,
            let oldest = branches.firstIndex(where: { $0 !== self.branch && $0 !== branch })
        {
            branches.remove(at: oldest).close()
        }
    }

    /// From now on this future is shown, and compared with the one that was.
    private func turn(to new: Branch) throws(RunError) {
        letGhostGo()
        (branch, other) = (new, branch)
        try compare()
        try followWithGhost()
    }

    private func compare() throws(RunError) {
        divergence = nil
        guard let other else { return }
        defer { comparedUntil = min(branch.known, other.known) }
        divergence = try Divergence(
            branch, other, from: Branch.firstDifference(branch, other))
    }

    private func letGhostGo() {
        if let ghost { other?.put(ghost) }
        ghost = nil
    }

    /// The other future's run is at the same time as the one that is shown.
    private func followWithGhost() throws(RunError) {
        letGhostGo()
        for branch in branches where branch !== self.branch && branch !== other { branch.rest() }
        guard let other else { return }
        ghost = try other.run(at: run.now)
        ghost?.takeAgain()
    }

    // MARK: The scenario's plan

    /// An entry of the scenario that happens at a time.
    struct Planned {
        var list: Action.List
        var index: Int
        var at: Instant
        var board: Int
        var words: String
    }

    /// What the scenario does to its boards, in its order.
    var plan: [Planned] {
        let scenario = branch.head.run.scenario
        let inputs = scenario.inputs.enumerated().map {
            Planned(
                list: .inputs, index: $0, at: .zero + $1.timing.at, board: scenario.board($1.board),
                words: $1.kind.words)
        }
        return inputs
            + scenario.faults.enumerated().filter { !($1.kind is Fault.Upon) }.map {
                Planned(
                    list: .faults, index: $0, at: .zero + $1.timing.at,
                    board: scenario.board($1.board),
                    words: $1.kind.words)
            }
    }
}
