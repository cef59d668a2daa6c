import Bluetooth
import Central
import Conformance
import Simulation

/// Runs experiments on one board, one after the other.
package final class Qualification {
    /// What the board says about itself.
    package let facts: BoardFacts
    private let seat: CaseContext
    private let access: BoardAccess
    private let memory: BenchMemory
    /// What the owner agreed to lose.
    package let consent: Set<Loss>
    private let experiments: [Experiment]
    private var next = 0
    private var findings: [Finding] = []
    private var answers: [Answer] = []
    /// Why rows of experiments that did not run are open.
    private var reasons: [Int: String] = [:]
    private let start: Instant
    /// Everything that went over the air.
    package private(set) var transcript = Transcript()
    /// Why it ended early; nil if it did not.
    package private(set) var failure: String?

    /// Identifies the board.
    ///
    /// - Parameters:
    ///   - consent: what the owner agreed to lose.
    ///   - chosen: names of experiments; empty for all.
    ///   - person: looks at the board, and answers yes or no; nil if nobody is there.
    package init(
        _ seat: CaseContext, consent: Set<Loss>, chosen: [String] = [],
        person: ((String) -> Bool?)? = nil
    ) throws(AccessError) {
        self.seat = seat
        access = seat.access
        self.consent = consent
        start = access.now
        let inquiry = try BoardInquiry(access)
        facts = try inquiry.facts()
        guard facts.modules.contains(where: { $0.implementation != nil }) else {
            throw .unable(
                "\(access.name): this is no MetaWear board; the sheet of 2026 is about those only")
        }
        memory = BenchMemory(services: inquiry.services, person: person)
        experiments = Experiment.all.filter { chosen.isEmpty || chosen.contains($0.name) }
    }

    // BlueZ would keep the link after its client has gone.
    deinit { access.close() }

    /// The next experiment; nil if there is none left.
    package var upcoming: Experiment? {
        failure == nil && next < experiments.count ? experiments[next] : nil
    }

    /// Runs the next experiment; false if there is none left, or the board is gone.
    package func step() -> Bool {
        guard let experiment = upcoming else { return false }
        next += 1
        if let reason = reasonToSkip(experiment) {
            note(reason, experiment)
            return true
        }
        let run = CaseRun(titled: experiment.name, on: seat)
        let bench = Bench(run, facts, memory)
        do throws(CaseEnd) {
            if !isAlive(run) { try bench.join() }
            try bench.forget()
            try experiment.steps(bench)
        } catch {
            note("\(experiment.name) ended early: \(error.why)", experiment)
        }
        transcript.add(run.record, of: experiment)
        if isAlive(run) {
            findings += bench.findings
            answers += bench.answers
        } else {
            // Silence is an answer only of a board that could have given another.
            note("the link was lost during \(experiment.name)", experiment)
        }
        if let gone = access.failure { failure = "\(gone)" }
        recover(bench)
        return failure == nil
    }

    /// Whether the board still answers: a link may be dead for seconds before it ends.
    private func isAlive(_ run: CaseRun) -> Bool {
        guard access.isConnected else { return false }
        do throws(CaseEnd) { _ = try run.value(of: .short(0x2A26)) } catch { return false }
        return access.isConnected
    }

    private func reasonToSkip(_ experiment: Experiment) -> String? {
        if let lack = experiment.lack(of: facts) { return lack }
        let refused = experiment.loses.filter { !consent.contains($0) }
        return refused.isEmpty ? nil : "not run: " + refused.map(\.words).joined(separator: " and ")
    }

    private func note(_ reason: String, _ experiment: Experiment) {
        for row in experiment.rows where reasons[row] == nil { reasons[row] = reason }
        for question in experiment.questions
        where !answers.contains(where: { $0.question == question }) {
            questionReasons[question] = reason
        }
    }

    /// Why questions are not answered.
    private var questionReasons: [Int: String] = [:]

    /// A board that is lost in the middle is looked for once; what was found so far stays.
    private func recover(_ bench: Bench) {
        guard failure == nil, !access.isConnected else { return }
        do throws(CaseEnd) { try bench.join() } catch {
            failure = "the link was lost, and not to be made again: \(error.why)"
        }
    }

    /// What was found so far.
    ///
    /// - Parameter model: what the model of the same product says.
    package func report(tool: String, against model: QualificationReport? = nil)
        -> QualificationReport
    {
        for left in experiments[next...] {
            note(failure.map { "not run: \($0)" } ?? "not run", left)
        }
        let tested = Set(experiments.flatMap(\.rows))
        let rows = SheetRow.all.filter { tested.contains($0.number) }.map { row in
            var found = QualificationReport.row(
                row.number, findings, otherwise: reasons[row.number] ?? "no experiment saw it")
            found.model = model?.rows.first { $0.row == row.number }.map {
                Finding(row: $0.row, verdict: $0.verdict, saw: $0.saw)
            }
            return found
        }
        return QualificationReport(
            tool: tool, target: access.name, board: facts, consent: consent.sorted(),
            withheld: Set(experiments.flatMap(\.loses)).subtracting(consent).sorted(), rows: rows,
            answers: questionAnswers, seconds: (access.now - start).seconds, failure: failure)
    }

    /// All packets as a capture; nil if the board's address is not known.
    package func capture(by application: String) -> [UInt8]? {
        access.board.map {
            transcript.pcapng(application: application, board: $0, services: memory.services)
        }
    }

    /// Of the experiments that were chosen; of all of them every question has one.
    private var questionAnswers: [Answer] {
        let asked = Set(experiments.flatMap(\.questions))
        let isWhole = experiments.count == Experiment.all.count
        return OpenQuestion.all.filter { isWhole || asked.contains($0.number) }.map { question in
            let texts = answers.filter { $0.question == question.number }.map(\.text)
            let why = question.obstacle ?? questionReasons[question.number] ?? "not run"
            return Answer(
                question: question.number, text: texts.isEmpty ? why : texts.joined(separator: "; ")
            )
        }
    }
}
