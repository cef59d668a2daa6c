import Peripheral
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation

/// A run with everything that is seen of it: its boards, their traffic, and its past.
///
/// The same deeds at the same times make the same run again: that is how an earlier moment is had.
final class WatchedRun {
    let run: ScenarioRun
    let traffic = LiveTraffic()
    private(set) var boards: [LiveBoard] = []
    let timeline: LiveTimeline
    /// What was done in it, in the words of a scenario.
    var record = SessionRecord()
    /// How many deeds of its branch were done in it.
    private(set) var done = 0
    /// Steps of clients that were reported.
    private var reported: [Int: String] = [:]

    init(_ run: ScenarioRun) {
        self.run = run
        timeline = LiveTimeline(run)
        var streams: UInt16 = 0
        for index in run.boards.indices {
            boards.append(
                LiveBoard(index, of: run, traffic, timeline) {
                    defer { streams += 1 }
                    return streams
                })
        }
        traffic.boards = boards
    }

    deinit { close() }

    /// Stops watching.
    func close() { for board in boards { board.close() } }

    var now: Instant { run.now }

    /// When something happens next.
    var nextEvent: Instant? { run.simulation.clock.nextEvent }

    /// Handles everything up to a time.
    func advance(to time: Instant) {
        while now < time, !run.isOver {
            // What changes little by little is looked at once a second, however long the way is.
            let next = min(time, timeline.nextLook)
            run.advance(to: next)
            if now >= timeline.nextLook { timeline.look(at: run) }
        }
        run.advance(to: time)
        reportClients()
    }

    /// Does everything up to a time again, as it was done in its branch; false if the time that may be spent is over.
    ///
    /// - Parameter isTimeLeft: asked once for every second of virtual time.
    @discardableResult
    func advance(
        to time: Instant, doing deeds: [Deed], while isTimeLeft: () -> Bool = { true }
    ) -> Bool {
        while done < deeds.count, deeds[done].time <= time {
            guard advance(to: deeds[done].time, while: isTimeLeft) else { return false }
            perform(deeds[done])
        }
        return advance(to: time, while: isTimeLeft)
    }

    private func advance(to time: Instant, while isTimeLeft: () -> Bool) -> Bool {
        while now < time, !run.isOver {
            guard isTimeLeft() else { return false }
            advance(to: min(time, now + .seconds(1)))
        }
        return true
    }

    private func reportClients() {
        for (index, client) in run.clients.enumerated() {
            let step = client.failure.map { "failed: \($0)" } ?? client.stepWords
            guard let step, step != reported[index] else { continue }
            reported[index] = step
            let words = "\(client.script.name): \(step)"
            traffic.tell("step", words, nil, run.now)
            timeline.add(.step, words, at: run.now)
        }
    }

    /// Does something now, and records it.
    func perform(_ deed: Deed) {
        done += 1
        switch deed.what {
        case .act(let action):
            run.world.perform(action, on: deed.board)
            if case .input(is Resume) = action.kind { record.endPath(deed.board) }
            record.add(action, to: boards[deed.board].device.name, at: deed.time)
            did(record.last ?? "", deed)
        case .lead(let goal): lead(goal, deed)
        case .drop: record.endPath(deed.board)
        }
    }

    private func lead(_ goal: HandGoal, _ deed: Deed) {
        let (board, time) = (deed.board, deed.time)
        goal.lead(board, in: run.world)
        let name = boards[board].device.name
        let isNew = record.pathBegan(board) == nil
        record.lead(board, name, goal, at: time)
        if isNew { did("\(name): drag", deed) }
    }

    private func did(_ words: String, _ deed: Deed) {
        traffic.tell("did", words, deed.board, deed.time)
        timeline.add(.deed, words, on: deed.board, at: deed.time)
    }
}
