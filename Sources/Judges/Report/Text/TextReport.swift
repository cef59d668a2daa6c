import ScenarioRun
import ScriptedClient
import Simulation

/// The text at the end of a run; at most 100 columns wide.
package struct TextReport {
    /// The widest line, in columns.
    package static let width = 100

    let result: RunResult
    private let timings: Timings?
    var page: TextPage

    /// - Parameter timings: nil leaves the line out.
    package static func text(
        _ result: RunResult, colour: Colour = .never, timings: Timings? = nil
    ) -> String {
        var report = TextReport(
            result: result, timings: timings, page: TextPage(colour: colour))
        report.write()
        return report.page.text
    }

    private mutating func write() {
        writeHeader()
        writeBoards()
        writeHosts()
        for client in result.clients where !client.steps.isEmpty { writeSteps(client) }
        writeSeries()
        writeExpectations()
        writeNotes()
        let meaning: Colour.Meaning =
            !result.passed ? .bad : result.isUnjudged ? .doubtful : .good
        page.append("")
        page.append(RunVerdict.sentence(result), meaning)
    }

    private mutating func writeHeader() {
        page.heading(result.scenario.isEmpty ? "(unnamed scenario)" : result.scenario)
        var table = TextTable([.text("", narrowest: 9), .text("", narrowest: 20)])
        table.add(Cell("scenario", .faint), "\(result.file), hash \(result.scenarioHash)")
        table.add(Cell("seed", .faint), "\(result.seed)")
        var ending = "\(Digits.seconds(result.duration)) of virtual time, "
        switch result.ending {
        case .finished: ending += "finished"
        case .deadline: ending += "ended by the scenario's deadline"
        case .interrupted: ending += "interrupted"
        }
        table.add(Cell("ran", .faint), Cell(ending))
        if let timings {
            table.add(
                Cell("took", .faint),
                """
                \(Digits.significant(timings.wallSeconds)) s on the clock, \
                \(Digits.significant(timings.cpuSeconds)) s of processor time, \
                \(Digits.significant(timings.speed)) × real time
                """)
            if let mean = timings.meanLag, let most = timings.mostLag {
                table.add(
                    Cell("late", .faint),
                    "\(Digits.significant(mean * 1e3)) ms on average, \(Digits.significant(most * 1e3)) ms at most"
                )
            }
        }
        if let program = result.program {
            table.add(
                Cell("program", .faint),
                Cell(
                    "\(program.command), \(program.failure ?? "ended with status 0")",
                    program.failure == nil ? .plain : .bad))
        }
        if let hash = result.traceHash { table.add(Cell("trace", .faint), "\(hash)") }
        page.append(table)
    }

    private mutating func writeBoards() {
        guard !result.boards.isEmpty else { return }
        page.heading("Boards")
        var table = TextTable([
            .text(""), .text("model"), .text("firmware", narrowest: 8), .number("resets"),
            .number("sent"), .number("dropped"), .number("recorded"), .number("log fill"),
        ])
        for board in result.boards {
            table.add(
                Cell(board.name), Cell(board.model), Cell(board.firmware),
                count(board.resets, .doubtful), "\(Digits.grouped(board.notificationsSent))",
                count(board.notificationsDropped, .bad),
                "\(Digits.grouped(board.entriesRecorded))", "\(Digits.percent(board.logFill))")
            for line in remarks(board) { table.addLine(Cell(line, .faint), indent: 2) }
        }
        page.append(table)
    }

    /// Rare events, which are only shown if they occurred.
    private func remarks(_ board: BoardResult) -> [String] {
        let counts = [
            (board.notificationsDiscarded, "notifications discarded"),
            (board.retransmissions, "retransmissions"),
            (board.entriesRefused, "log entries refused by a full, failed or erasing flash"),
            (board.pagesRecycled, "flash pages overwritten by newer ones"),
        ]
        var remarks = counts.filter { $0.0 > 0 }.map { "\(Digits.grouped($0.0)) \($0.1)" }
        if !board.quirks.isEmpty {
            remarks.append("quirks: " + board.quirks.joined(separator: ", "))
        }
        return remarks.isEmpty ? [] : [remarks.joined(separator: "; ")]
    }

    private mutating func writeSteps(_ client: ClientResult) {
        page.heading("Client \(client.name)")
        var table = TextTable([
            .mark, .number("at"), .number("took"), .text("step", narrowest: 20),
            .text("", narrowest: 16),
        ])
        for step in client.steps {
            let at = step.started.map(Digits.seconds) ?? "–"
            var took = "–"
            if let started = step.started, let ended = step.ended {
                took = Digits.seconds(ended - started)
            }
            switch step.outcome {
            case .done:
                table.add(
                    Cell("✓", .good), Cell(at), Cell(took), Cell(step.title), Cell(step.detail))
            case .running:
                table.add(
                    Cell("–", .doubtful), Cell(at), Cell(took), Cell(step.title),
                    Cell("running when the run ended", .doubtful))
            case .notReached:
                table.add(
                    Cell("–", .faint), Cell(at, .faint), Cell(took, .faint),
                    Cell(step.title, .faint),
                    Cell(step.detail.isEmpty ? "not reached" : step.detail, .faint))
            case .failed(let why):
                table.add(
                    Cell("✗", .bad), Cell(at), Cell(took), Cell(step.title), Cell(step.detail))
                table.addLine(Cell("\(result.file):\(step.line): \(why)", .bad), indent: 3)
            }
        }
        page.append(table)
    }

    private mutating func writeSeries() {
        guard result.clients.contains(where: { !$0.series.isEmpty }) else { return }
        page.heading("Streams and logs")
        var table = TextTable([
            .text(""), .number("rate"), .number("made"), .number("received"), .number("dropped"),
            .number("missing"), .numbers("error RMS / max"), .numbers("latency mean / max"),
        ])
        var group = ""
        for client in result.clients {
            for series in client.series {
                let name = "\(series.board) → \(client.name), \(series.source.inWords)"
                if name != group { table.addLine(Cell(name, .faint)) }
                group = name
                table.add(
                    Cell("  " + series.signal), Cell(series.rateInWords ?? "–"),
                    "\(Digits.grouped(series.made))", "\(Digits.grouped(series.received))",
                    count(series.dropped, .bad), count(series.missing, .bad),
                    Cell(series.errorInWords ?? "–"),
                    Cell(series.latency.map { Digits.spans($0.mean, $0.largest) } ?? "–"))
                if let unheard = series.unheardInWords {
                    table.addLine(Cell(unheard, .faint), indent: 4)
                }
            }
        }
        page.append(table)
    }

    private mutating func writeExpectations() {
        guard !result.expectations.isEmpty else { return }
        page.heading("Expectations")
        var table = TextTable([
            .mark, .text("", narrowest: 24), .text("found", narrowest: 16), .number("decided"),
            .number("deadline"),
        ])
        for expectation in result.expectations {
            let undecided = expectation.verdict == .undecided
            let unreached = expectation.verdict == .unreached
            let held = expectation.verdict == .held
            let meaning: Colour.Meaning = held ? .good : undecided || unreached ? .doubtful : .bad
            table.add(
                Cell(held ? "✓" : undecided ? "?" : unreached ? "–" : "✗", meaning),
                Cell(expectation.title),
                Cell(expectation.detail, held ? .plain : meaning),
                "\(Digits.seconds(expectation.decided))",
                "\(Digits.seconds(expectation.deadline))")
            if !held {
                table.addLine(
                    Cell("\(result.file):\(expectation.line)", .faint), indent: 3)
            }
        }
        page.append(table)
    }

    private mutating func writeNotes() {
        guard !result.notes.isEmpty else { return }
        page.heading("Notes")
        var table = TextTable([.mark, .text("")])
        for note in result.notes { table.add("•", Cell(note)) }
        page.append(table)
    }

    /// Marked if it is anything but zero.
    private func count(_ count: Int, _ meaning: Colour.Meaning) -> TextTable.Cell {
        TextTable.Cell(Digits.grouped(count), count == 0 ? .plain : meaning)
    }

    typealias Cell = TextTable.Cell
}
