import Central
import Simulation
import Wire
import YAML

/// Runs a plan, item by item.
package final class SuiteRun {
    private let plan: SuitePlan
    private let target: any ConformanceTarget
    private let retries: Int
    /// The last case did not even begin: a retry would not help.
    private var isUnready = false
    private var next = 0
    private var carriedOut = 0
    private lazy var wanted = plan.items.count { reasonToSkip($0) == nil }
    /// Why the run ended early: the transport is gone; nil while it works.
    package private(set) var failure: AccessError?

    /// How many cases were run, and of how many: skipped ones take no time.
    package var progress: (done: Int, all: Int) { (carriedOut, wanted) }

    /// The next case; nil if there is none left.
    package var upcoming: SuitePlan.Item? { next < plan.items.count ? plan.items[next] : nil }

    /// A plan for a target.
    ///
    /// - Parameter retries: how often a case that does not pass is run again, for transports on which
    ///   other programs of this machine may delay a packet.
    package init(_ plan: SuitePlan, on target: any ConformanceTarget, retries: Int = 0) {
        self.plan = plan
        self.target = target
        self.retries = retries
    }

    /// Judges the next case; nil if there is none left, or the transport is gone.
    package func step() -> CaseResult? {
        guard failure == nil, next < plan.items.count else { return nil }
        next += 1
        let item = plan.items[next - 1]
        if reasonToSkip(item) == nil { carriedOut += 1 }
        var result = judge(item)
        for number in 1...(retries + 1)
        where result.verdict.isBad && !isUnready && number <= retries && target.failure == nil {
            let before = result.reason
            result = judge(item)
            if result.verdict == .pass {
                result.reason = "passed at attempt \(number + 1); before: \(before)"
            }
        }
        failure = target.failure
        if let failure {
            // Whatever the case concluded, the board was not reachable.
            (result.verdict, result.reason) = (.inconclusive, "\(failure)")
        }
        return result
    }

    private func judge(_ item: SuitePlan.Item) -> CaseResult {
        let entry = item.entry
        isUnready = false
        var result = CaseResult(
            place: item.place, id: entry.item.id.text, title: entry.item.title,
            source: entry.item.source, file: entry.path, line: entry.item.mark.line,
            board: item.board.name, verdict: .pass)
        if let reason = reasonToSkip(item) {
            result.verdict = .skipped
            result.reason = reason
            return result
        }
        if let (name, answer) = entry.item.needs.malformed(on: item.board) {
            note(name, answer, item.board, &result)
            isUnready = true
            return result
        }
        let seat: CaseContext
        do throws(AccessError) {
            seat = try target.prepare(entry.item, on: item.board)
        } catch {
            result.verdict = .inconclusive
            result.reason = "the board could not be prepared: \(error)"
            isUnready = true
            return result
        }
        let run = CaseRun(entry.item, of: entry.file, on: seat)
        let end = run.run()
        result.seconds = (run.access.now - run.record.start).seconds
        result.follows = run.record.follows
        if let end { note(end, of: run, &result) }
        target.finish(seat)
        if result.verdict == .fail || result.verdict == .inconclusive {
            result.log = log(run.record, item.board)
            result.checks = run.record.checks
        }
        return result
    }

    /// Why a case is not run on its board; nil if it is.
    private func reasonToSkip(_ item: SuitePlan.Item) -> String? {
        if let lack = item.lack { return lack }
        if !target.makesFixtures, let reason = item.entry.item.reasonForModel { return reason }
        if !target.hasHands, let what = item.entry.item.hands(in: item.entry.file) {
            return "it needs a person at the board: \(what)"
        }
        return nil
    }

    /// A host that follows the protocol would find no module, or read past the end of the answer.
    private func note(
        _ name: ModuleName, _ answer: [UInt8], _ board: BoardFacts, _ result: inout CaseResult
    ) {
        result.verdict = .fail
        result.reason =
            "the \(name.rawValue) module answers discovery with [\(Hex.text(answer))]: "
            + "\(answer.count) bytes, but implementation and revision need 4"
        let packets: [(LogLine.Direction, [UInt8], String)] = [
            (.host, [name.id, 0x80], "command"), (.board, answer, "notify"),
        ]
        result.log = packets.map { direction, bytes, characteristic in
            LogLine(
                seconds: 0, direction: direction, characteristic: characteristic, bytes: bytes,
                words: target.words(bytes, fromBoard: direction == .board, of: board))
        }
    }

    private func note(_ end: CaseEnd, of run: CaseRun, _ result: inout CaseResult) {
        switch end {
        case .failed(let why, let mark):
            (result.verdict, result.reason, result.failedStep) = (.fail, why, mark.line)
        case .skipped(let why, let mark):
            (result.verdict, result.reason, result.failedStep) = (.skipped, why, mark.line)
        case .open(let why, let mark):
            (result.verdict, result.reason, result.failedStep) = (.inconclusive, why, mark.line)
        }
    }

    private func log(_ record: CaseRecord, _ board: BoardFacts) -> [LogLine] {
        record.packets.map { packet in
            let isChannel =
                packet.characteristic == "command" || packet.characteristic == "notify"
            return LogLine(
                seconds: (packet.time - record.start).seconds, direction: packet.direction,
                characteristic: packet.characteristic, bytes: packet.bytes,
                words: isChannel
                    ? target.words(packet.bytes, fromBoard: packet.direction == .board, of: board)
                    : packet.note)
        }
    }
}
