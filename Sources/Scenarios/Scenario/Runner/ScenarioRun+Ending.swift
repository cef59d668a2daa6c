import Bluetooth
import Central
import Declaration
import Device
import FlashStore
import Peripheral
import Simulation
import VirtualRadio

extension Client {
    /// In words: `client phone`; a name that says it already stands alone.
    fileprivate var title: String {
        name.lowercased().hasPrefix("client") ? name : "client \(name)"
    }
}

extension ScenarioRun {
    /// Decides what is open and says what happened, unless something could not be kept.
    ///
    /// - Parameter interrupted: the person at the keyboard ended it before its own end.
    package func finish(interrupted: Bool = false) throws(RunError) -> RunResult {
        let result = conclude(interrupted: interrupted)
        if let storageFailure { throw storageFailure }
        return result
    }

    /// Why a flash or bonds could not be kept; nil if all were.
    package var storageFailure: RunError? {
        for (name, flash) in storages {
            if let failure = flash.failure {
                return RunError(.environment, "flash of \(name): \(failure)")
            }
        }
        return bondFailure
    }

    /// Decides what is open and says what happened, also when ``storageFailure`` is not nil.
    ///
    /// - Parameter interrupted: the person at the keyboard ended it before its own end.
    package func conclude(interrupted: Bool = false) -> RunResult {
        // What is due at the very end is due in time.
        if !interrupted { for judge in judges { judge.look() } }
        let limit = Instant.zero + document.deadline
        let isLate =
            !interrupted && !isOpenEnded && simulation.now >= limit && simulation.now < plannedEnd
            && (duration != nil || !isDone)
        let open =
            clients.filter { !$0.isFinished }.map(\.script.title)
            + judges.filter { !$0.isDecided }.map { $0.title }
        let ending: RunResult.Ending =
            interrupted
            ? .interrupted : isLate ? .deadline(open.joined(separator: ", ")) : .finished
        for judge in judges { judge.close(ending) }
        notes += [storageFailure].compactMap { $0.map { "\($0)" } }
        notes += document.faults.compactMap { $0.timing.missed(by: simulation.now) }
        return RunResult(
            scenario: document.name.isEmpty ? file : document.name, file: file,
            scenarioHash: scenarioHash, seed: simulation.seed,
            duration: simulation.now - .zero, ending: ending,
            boards: boards.indices.map { result(of: $0) },
            clients: clients.map {
                ClientResult(
                    name: $0.script.name, steps: $0.results, series: $0.series(in: self))
            },
            expectations: judges.compactMap(\.result), notes: notes,
            traceHash: simulation.trace.isOn ? traceLines.digest : nil)
    }

    private func result(of index: Int) -> BoardResult {
        let board = boards[index]
        let log = (board as? any RecordingDevice)?.recording ?? RecordingMemory()
        return BoardResult(
            name: board.name, model: board.modelName,
            firmware: board.firmwareRevision, address: board.address,
            quirks: board.switchesOn, resets: board.resets,
            notificationsMade: board.notifications.made,
            notificationsSent: board.notifications.sent,
            notificationsDropped: board.notifications.dropped,
            // What still waits has lost its host with the run.
            notificationsDiscarded: board.notifications.discarded + board.notifications.waiting,
            retransmissions: air.statistics(of: board.address)?.retransmissions ?? 0,
            entriesRecorded: log.entriesRecorded, entriesRefused: log.entriesRefused,
            pagesRecycled: log.pagesRecycled, logLength: log.length, logFill: log.fill)
    }

    /// A fault that recurs more often is a band in every plot anyway.
    private static let mostMarks = 1_000

    /// Moments worth a mark in a plot: links that came and went, and faults.
    package var events: [RunEvent] {
        var events: [RunEvent] = document.faults.flatMap { fault in
            (0..<min(fault.timing.count(until: simulation.now), Self.mostMarks)).compactMap {
                fault.timing.time($0).map { RunEvent($0, .fault(fault.kind.words)) }
            }
        }
        for client in clients {
            events += client.links.map { link in
                let board = boards[link.board].name
                let kind: RunEvent.Kind =
                    link.isUp
                    ? .connected(board: board)
                    : link.isOwn ? .ended(board: board) : .lost(board: board)
                return RunEvent(link.time, kind, client: client.script.name)
            }
        }
        return events.filter { $0.time <= simulation.now }.sorted { $0.time < $1.time }
    }
}

extension Recurrence {
    /// A note about the faults that the run did not reach; nil if it reached all.
    fileprivate func missed(by end: Instant) -> String? {
        let done = count(until: end)
        guard let times, every != nil, times > 1 else {
            return done > 0
                ? nil : "the fault at \(at.text) came to nothing: the run ended before it"
        }
        guard done < times else { return nil }
        return "\(times - done) of the \(times) faults from \(at.text) on came to nothing: the run"
            + " ended before them"
    }
}
