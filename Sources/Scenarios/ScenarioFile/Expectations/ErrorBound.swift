import Declaration
import MetaWearTables
import ScriptedClient
import Simulation
import YAML

package struct ErrorBound: JudgementKind {
    /// Where the samples came from.
    package enum Source: String, Choice {
        package static let title = "source"
        case stream, log
    }

    package var signal = SignalName(.acceleration)
    package var source = Source.stream
    package var rms: AnyQuantity?
    package var max: AnyQuantity?
    package var from = Nanoseconds.zero
    package var isHeadingFree = false

    package static let keys = Keys(Self(), "error") { keys in
        keys.about =
            "The error of the client's samples against the true values at the same times, over"
            + " all axes."
        keys.required(\.signal, "signal", "Which signal.")
        keys.optional(\.source, "source", "Where the samples came from.")
        keys.optional(
            \.rms, "rms", otherwise: "not checked", "The largest root mean square error allowed.")
        keys.optional(\.max, "max", otherwise: "not checked", "The largest single error allowed.")
        keys.optional(
            \.from, "from", in: .zero...Nanoseconds.longest,
            "Samples measured before this time of the run are ignored.")
        keys.optional(
            \.isHeadingFree, "free-heading",
            "Whether a quaternion's first heading is taken as correct, because north is unknown"
                + " without a magnetometer.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if rms == nil, max == nil {
            let unit = signal.dimension?.units[0] ?? Acceleration.units[0]
            reader.fail("no bound is given", at: mark, fix: "add `rms: \(unit.smallSample)`")
        }
        // What a signal made by a script measures is known only in the run.
        guard signal.builtIn != nil else { return }
        guard let dimension = signal.dimension else {
            reader.fail(
                "`\(signal.text)` has no true values to compare with", at: mark,
                fix: "choose acceleration, rotation, quaternion or another measurement"
            )
            return
        }
        for bound in [rms, max] {
            bound?.require(dimension, for: "the error of `\(signal.text)`", reader)
        }
    }

    var words: String { "error of \(signal.text) from the \(source.rawValue)" }
    var isOfClient: Bool { true }

    /// Which samples of a client's series it checks; nil if it checks another series.
    func selection(of series: Series) -> SampleSelection? {
        guard source.rawValue == series.source.rawValue,
            series.signal == signal.text
                || series.source == .stream && series.signal == signal.text + "-packed"
        else { return nil }
        return SampleSelection(from: from, isHeadingFree: isHeadingFree)
    }

    var waitsForClient: Bool { true }

    func mayDecide(_ judge: any JudgeContext) -> Bool { judge.client?.isFinished ?? false }

    /// Decided when the client has finished, or at the deadline.
    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        guard let client = judge.client,
            client.isFinished || judge.now >= judge.deadline
        else {
            return Expectation.Finding(
                holds: false, isFinal: false, detail: "the client is not through")
        }
        let tallies = client.tallies(
            of: signal.text, source: source == .stream ? .stream : .log, on: judge.board)
        let figures = tallies.compactMap { tally in
            tally.figures(for: judge.place).flatMap {
                $0.rootMeanSquare == nil ? nil : (tally.series, $0)
            }
        }
        guard let series = figures.first?.0 else {
            return Expectation.Finding(
                holds: false, isFinal: true, detail: "nothing to compare was received")
        }
        let unit = series.errorUnit
        for bound in [rms, max].compactMap(\.self) where bound.dimension != series.errorDimension {
            return Expectation.Finding(
                holds: false, isFinal: true,
                detail: "\(signal.text) is in `\(unit)`, not in that of \(bound.text)")
        }
        let samples = figures.reduce(0) { $0 + $1.1.received }
        let squares = figures.reduce(0.0) {
            let rms = $1.1.rootMeanSquare ?? 0
            return $0 + rms * rms * Double($1.1.received)
        }
        let error = (squares / Double(Swift.max(samples, 1))).squareRoot()
        let largest = figures.compactMap(\.1.largest).max() ?? 0
        let holds = error <= rms?.value ?? .infinity && largest <= max?.value ?? .infinity
        return Expectation.Finding(
            holds: holds, isFinal: true,
            detail: "RMS \(Decimal.text(error)) \(unit), largest \(Decimal.text(largest)) \(unit)"
                + " over \(samples) samples")
    }
}

extension Unit {
    fileprivate var smallSample: String { "5 \(symbol)" }
}

extension Series {
    /// The dimension of its errors; empty for plain numbers.
    fileprivate var errorDimension: String {
        dimensions.first { $0.units[0].symbol == errorUnit }?.name ?? ""
    }
}
