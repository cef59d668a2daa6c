import Bluetooth
import JSON
import ScenarioRun
import ScriptedClient
import Simulation

extension RunReport: JSONFields {
    package static var blank: RunReport {
        RunReport(
            RunResult(
                scenario: "", file: "", scenarioHash: "", seed: 0, duration: .zero,
                ending: .finished))
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c.derived(JSONReport.format, "format")
        c.derived(JSONReport.version, "version")
        c(&result.source, "scenario")
        c(&result.seed, "seed")
        c.seconds(&result.duration, "durationSeconds")
        c(&result.ending, "ending")
        c.derived(result.passed, "passed")
        c.derived(RunVerdict.sentence(result), "verdict")
        c(&result.traceHash, "traceHash")
        c(&result.boards, "boards")
        c(&result.clients, "clients")
        c.unlessEmpty(&result.hosts, "hosts")
        c(&result.program, "program")
        c(&result.expectations, "expectations")
        c(&result.notes, "notes")
        c(&timings, "timings")
        c(&judged, "client")
        // Findings have lines; the scenario's file is written once.
        judged?.file = result.file
    }
}

extension RunResult {
    /// The scenario, as one object.
    fileprivate var source: ScenarioSource {
        get { ScenarioSource(name: scenario, file: file, hash: scenarioHash) }
        set { (scenario, file, scenarioHash) = (newValue.name, newValue.file, newValue.hash) }
    }
}

private struct ScenarioSource: JSONFields {
    static var blank: Self { Self(name: "", file: "", hash: "") }

    var name: String
    var file: String
    var hash: String

    mutating func fields(_ c: inout some JSONCoder) {
        c(&name, "name")
        c(&file, "file")
        c(&hash, "hash")
    }
}

extension ProgramResult: JSONFields {
    package static var blank: Self { Self(command: "", end: .status(0)) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&command, "command")
        var failure = failure
        c(&failure, "failure")
        var (kind, number) = end.parts
        c(&kind, "end")
        c(&number, "number")
        end = End(kind, number, failure: failure)
    }
}

extension ProgramResult.End {
    fileprivate var parts: (kind: String?, number: Int?) {
        switch self {
        case .status(let status): ("status", Int(status))
        case .signal(let signal): ("signal", Int(signal))
        case .outlasted: ("outlasted", nil)
        case .stopped: ("stopped", nil)
        }
    }

    /// - Parameter kind: nil in earlier reports, which have the words alone.
    fileprivate init(_ kind: String?, _ number: Int?, failure: String?) {
        let number = number.flatMap { Int32(exactly: $0) } ?? 0
        self =
            switch kind {
            case "status": .status(number)
            case "signal": .signal(number)
            case "outlasted": .outlasted
            default: failure.map { .stopped($0) } ?? .status(0)
            }
    }
}

extension RunResult.Ending: JSONFields {
    package static var blank: Self { .finished }

    private enum Kind: String, CaseIterable { case finished, deadline, interrupted }

    package mutating func fields(_ c: inout some JSONCoder) {
        var kind = Kind.finished
        var detail: String?
        switch self {
        case .finished: break
        case .deadline(let open): (kind, detail) = (.deadline, open)
        case .interrupted: kind = .interrupted
        }
        c.choice(&kind, "kind")
        c(&detail, "detail")
        switch kind {
        case .finished: self = .finished
        case .deadline: self = .deadline(detail ?? "")
        case .interrupted: self = .interrupted
        }
    }
}

extension BoardResult: JSONFields {
    package static var blank: Self { Self(name: "", model: "", firmware: "", address: Address(0)) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&name, "name")
        c(&model, "model")
        c(&firmware, "firmware")
        c.address(&address, "address")
        c(&quirks, "quirks")
        c.count(&resets, "resets")
        c.count(&notificationsSent, "notificationsSent")
        c.count(&notificationsDropped, "notificationsDropped")
        // Earlier reports do not have these two.
        c.laterCount(&notificationsDiscarded, "notificationsDiscarded", otherwise: 0)
        c.laterCount(
            &notificationsMade, "notificationsMade",
            otherwise: notificationsSent + notificationsDropped + notificationsDiscarded)
        c.count(&retransmissions, "retransmissions")
        c.count(&entriesRecorded, "entriesRecorded")
        c.count(&entriesRefused, "entriesRefused")
        c.count(&pagesRecycled, "pagesRecycled")
        c.count(&logLength, "logLength")
        c.finite(&logFill, "logFill")
        c(&truthFile, "truthFile")
    }
}

extension ClientResult: JSONFields {
    package static var blank: Self { Self(name: "") }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&name, "name")
        c(&steps, "steps")
        c(&series, "series")
    }
}

extension StepResult: JSONFields {
    package static var blank: Self { Self(title: "", line: 1) }

    private enum Kind: String, CaseIterable { case done, failed, running, notReached }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&title, "title")
        c(&line, "line")
        c.seconds(&started, "startedSeconds")
        c.seconds(&ended, "endedSeconds")
        c(&detail, "detail")
        var kind = Kind.done
        var reason: String?
        switch outcome {
        case .done: break
        case .failed(let why): (kind, reason) = (.failed, why)
        case .running: kind = .running
        case .notReached: kind = .notReached
        }
        c.choice(&kind, "outcome")
        c(&reason, "reason")
        switch kind {
        case .done: outcome = .done
        case .failed: outcome = .failed(reason ?? "")
        case .running: outcome = .running
        case .notReached: outcome = .notReached
        }
    }
}

extension Series: JSONFields {
    package static var blank: Self {
        Self(board: "", signal: "", unit: "", axes: [], source: .stream, rate: 0)
    }

    /// Samples are in their own file; this has the figures.
    package mutating func fields(_ c: inout some JSONCoder) {
        c(&board, "board")
        c(&signal, "signal")
        c(&unit, "unit")
        c(&axes, "axes")
        c.choice(&source, "source")
        c.finite(&rate, "rateHertz")
        c.count(&made, "made")
        c.count(&dropped, "dropped")
        c.derived(missing, "missing")
        c.countUnlessZero(&unheard, "unheard")
        var known = Figures()
        known.received = received
        known.rootMeanSquareError = rootMeanSquareError
        known.largestError = largestError
        known.errorUnit = errorUnit == unit ? nil : errorUnit
        let latency = latency
        known.meanLatency = latency?.mean
        known.largestLatency = latency?.largest
        c.count(&known.received, "received")
        c.finite(&known.rootMeanSquareError, "rootMeanSquareError")
        c.finite(&known.largestError, "largestError")
        c(&known.errorUnit, "errorUnit")
        c.seconds(&known.meanLatency, "meanLatencySeconds")
        c.seconds(&known.largestLatency, "largestLatencySeconds")
        figures = known
        c(&file, "file")
    }
}

extension HostResult: JSONFields {
    package static var blank: Self { Self(name: "", origin: "", attached: .zero) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&name, "name")
        c(&origin, "origin")
        c.seconds(&attached, "attachedSeconds")
        c.seconds(&left, "leftSeconds")
        c.unlessEmpty(&ending, "ending")
        c(&links, "links")
        c.countUnlessZero(&moreLinks, "moreLinks")
    }
}

extension HostLink: JSONFields {
    package static var blank: Self { Self(peer: Address(0), began: .zero) }

    private enum Role: String, CaseIterable { case central, peripheral }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&board, "board")
        c.address(&peer, "peer")
        var isRandom = peer.kind == .random
        c(&isRandom, "peerIsRandom")
        peer.kind = isRandom ? .random : .publicDevice
        var role: Role = isCentral ? .central : .peripheral
        c.choice(&role, "role")
        isCentral = role == .central
        c.seconds(&began, "beganSeconds")
        c.seconds(&ended, "endedSeconds")
        c.unlessEmpty(&reason, "reason")
        c(&isLost, "lost")
        c.count(&notificationsReceived, "notificationsReceived")
        c.count(&packetsReceived, "packetsReceived")
        c.count(&packetsSent, "packetsSent")
    }
}

extension ExpectationResult: JSONFields {
    package static var blank: Self {
        Self(title: "", line: 1, verdict: .held, decided: .zero, deadline: .zero, detail: "")
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&title, "title")
        c(&line, "line")
        c.choice(&verdict, "verdict")
        c.seconds(&decided, "decidedSeconds")
        c.seconds(&deadline, "deadlineSeconds")
        c(&detail, "detail")
    }
}

extension Timings: JSONFields {
    package static var blank: Self { Self(wallSeconds: .nan, cpuSeconds: .nan, speed: .nan) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c.finite(&wallSeconds, "wallSeconds")
        c.finite(&cpuSeconds, "cpuSeconds")
        c.finite(&speed, "speed")
        c.finite(&meanLag, "meanLagSeconds")
        c.finite(&mostLag, "mostLagSeconds")
    }
}
