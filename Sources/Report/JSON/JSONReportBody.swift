import Bluetooth
import Scenario
import Simulation

/// The fields of the JSON report, by name; absent ones are nil here.
struct JSONReportBody: Codable, Equatable {
    struct Source: Codable, Equatable {
        var name: String
        var file: String
        var hash: String
    }

    struct Ending: Codable, Equatable {
        var kind: String
        var detail: String?
    }

    struct Board: Codable, Equatable {
        var name: String
        var model: String
        var firmware: String
        var address: String
        var quirks: [String]
        var resets: Int
        var notificationsSent: Int
        var notificationsDropped: Int
        var retransmissions: Int
        var entriesRecorded: Int
        var entriesRefused: Int
        var pagesRecycled: Int
        var logLength: Int
        var logFill: Double?
    }

    struct Host: Codable, Equatable {
        var name: String
        var origin: String
        var attachedSeconds: Double
        var leftSeconds: Double?
        var ending: String?
        var links: [Link]
        var moreLinks: Int?
    }

    struct Link: Codable, Equatable {
        var board: String?
        var peer: String
        var peerIsRandom: Bool
        var role: String
        var beganSeconds: Double
        var endedSeconds: Double?
        var reason: String?
        var lost: Bool
        var notificationsReceived: Int
        var packetsReceived: Int
        var packetsSent: Int
    }

    struct Step: Codable, Equatable {
        var title: String
        var line: Int
        var startedSeconds: Double?
        var endedSeconds: Double?
        var outcome: String
        var reason: String?
        var detail: String
    }

    struct Samples: Codable, Equatable {
        var board: String
        var signal: String
        var unit: String
        var axes: [String]
        var source: String
        var rateHertz: Double?
        var made: Int
        var received: Int
        var dropped: Int
        var missing: Int
        var rootMeanSquareError: Double?
        var largestError: Double?
        var errorUnit: String?
        var meanLatencySeconds: Double?
        var largestLatencySeconds: Double?
        var file: String?
    }

    struct Client: Codable, Equatable {
        var name: String
        var steps: [Step]
        var series: [Samples]
    }

    struct Expectation: Codable, Equatable {
        var title: String
        var line: Int
        var verdict: String
        var decidedSeconds: Double
        var deadlineSeconds: Double
        var detail: String
    }

    struct Cost: Codable, Equatable {
        var wallSeconds: Double?
        var cpuSeconds: Double?
        var speed: Double?
        var meanLagSeconds: Double?
        var mostLagSeconds: Double?
    }

    var format = "boardsim report"
    var version = 1
    var scenario: Source
    var seed: UInt64
    var durationSeconds: Double
    var ending: Ending
    var passed: Bool
    var verdict: String
    var traceHash: String?
    var boards: [Board]
    var clients: [Client]
    var hosts: [Host]?
    var expectations: [Expectation]
    var notes: [String]
    var timings: Cost?
    var client: FindingsBody?
}

extension JSONReportBody {
    init(_ result: RunResult, names: SeriesFileNames?, timings: Timings?) {
        self.init(
            scenario: Source(name: result.scenario, file: result.file, hash: result.scenarioHash),
            seed: result.seed, durationSeconds: result.duration.exactSeconds,
            ending: Ending(result.ending), passed: result.passed,
            verdict: RunVerdict.sentence(result), traceHash: result.traceHash,
            boards: result.boards.map { Board($0) },
            clients: result.clients.enumerated().map { Client($1, names?.names[$0]) },
            hosts: result.hosts.isEmpty ? nil : result.hosts.map { Host($0) },
            expectations: result.expectations.map { Expectation($0) },
            notes: result.notes, timings: timings.map { Cost($0) })
    }
}

extension JSONReportBody.Ending {
    init(_ ending: RunResult.Ending) {
        switch ending {
        case .finished: self.init(kind: "finished")
        case .deadline(let open): self.init(kind: "deadline", detail: open)
        case .interrupted: self.init(kind: "interrupted")
        }
    }
}

extension JSONReportBody.Board {
    init(_ board: BoardResult) {
        self.init(
            name: board.name, model: board.model, firmware: board.firmware,
            address: board.address.description, quirks: board.quirks, resets: board.resets,
            notificationsSent: board.notificationsSent,
            notificationsDropped: board.notificationsDropped,
            retransmissions: board.retransmissions, entriesRecorded: board.entriesRecorded,
            entriesRefused: board.entriesRefused, pagesRecycled: board.pagesRecycled,
            logLength: board.logLength, logFill: board.logFill.ifFinite)
    }
}

extension JSONReportBody.Host {
    init(_ host: HostResult) {
        self.init(
            name: host.name, origin: host.origin, attachedSeconds: host.attached.exactSeconds,
            leftSeconds: host.left?.exactSeconds, ending: host.ending.isEmpty ? nil : host.ending,
            links: host.links.map { JSONReportBody.Link($0) },
            moreLinks: host.moreLinks == 0 ? nil : host.moreLinks)
    }
}

extension JSONReportBody.Link {
    init(_ link: HostLink) {
        self.init(
            board: link.board, peer: link.peer.description,
            peerIsRandom: link.peer.kind == .random,
            role: link.isCentral ? "central" : "peripheral",
            beganSeconds: link.began.exactSeconds, endedSeconds: link.ended?.exactSeconds,
            reason: link.reason.isEmpty ? nil : link.reason, lost: link.isLost,
            notificationsReceived: link.notificationsReceived,
            packetsReceived: link.packetsReceived, packetsSent: link.packetsSent)
    }
}

extension JSONReportBody.Client {
    init(_ client: ClientResult, _ names: [String]?) {
        self.init(
            name: client.name, steps: client.steps.map { JSONReportBody.Step($0) },
            series: client.series.enumerated().map {
                JSONReportBody.Samples($1, file: names?[$0])
            })
    }
}

extension JSONReportBody.Step {
    init(_ step: StepResult) {
        var reason: String?
        let outcome =
            switch step.outcome {
            case .done: "done"
            case .failed: "failed"
            case .running: "running"
            case .notReached: "notReached"
            }
        if case .failed(let why) = step.outcome { reason = why }
        self.init(
            title: step.title, line: step.line, startedSeconds: step.started?.exactSeconds,
            endedSeconds: step.ended?.exactSeconds, outcome: outcome, reason: reason,
            detail: step.detail)
    }
}

extension JSONReportBody.Samples {
    init(_ series: Series, file: String?) {
        let latency = series.latency
        self.init(
            board: series.board, signal: series.signal, unit: series.unit, axes: series.axes,
            source: series.source.rawValue, rateHertz: series.rate.ifFinite, made: series.made,
            received: series.received, dropped: series.dropped, missing: series.missing,
            rootMeanSquareError: series.rootMeanSquareError?.ifFinite,
            largestError: series.largestError?.ifFinite,
            errorUnit: series.errorUnit == series.unit ? nil : series.errorUnit,
            meanLatencySeconds: latency?.mean.exactSeconds,
            largestLatencySeconds: latency?.largest.exactSeconds, file: file)
    }
}

extension JSONReportBody.Expectation {
    init(_ expectation: ExpectationResult) {
        self.init(
            title: expectation.title, line: expectation.line,
            verdict: expectation.verdict.rawValue,
            decidedSeconds: expectation.decided.exactSeconds,
            deadlineSeconds: expectation.deadline.exactSeconds, detail: expectation.detail)
    }
}

extension JSONReportBody.Cost {
    init(_ timings: Timings) {
        self.init(
            wallSeconds: timings.wallSeconds.ifFinite, cpuSeconds: timings.cpuSeconds.ifFinite,
            speed: timings.speed.ifFinite, meanLagSeconds: timings.meanLag,
            mostLagSeconds: timings.mostLag)
    }
}

extension Double {
    /// Nil for what JSON has no word for.
    var ifFinite: Double? { isFinite ? self : nil }
}
