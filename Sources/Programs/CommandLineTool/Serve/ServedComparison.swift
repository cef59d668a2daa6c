import Declaration
import JSON
import MetaWearTables
import ScenarioRun
import ScriptedClient
import Simulation

/// The method `compare`: samples of a client outside against the truth.
struct ServedComparison {
    private let signal: Signal
    private let kind: Measurand
    private let samples: [SampleComparison.Sample]
    private let hasTimes: Bool
    private let rate: Double?
    private let parameters: RPCParameters

    /// Times of a client may be this early and this late, in seconds.
    private static let delays = -1.0...5.0

    init(_ parameters: RPCParameters) throws(RPCError) {
        self.parameters = parameters
        let name = try parameters.text("signal") ?? Signal.acceleration.rawValue
        guard let signal = Signal(rawValue: name) else {
            throw parameters.wrong(
                "there is no signal `\(name)`",
                Suggestion.fix(
                    name,
                    known: Signal.allCases.filter { $0.row.measures != nil }.map(\.rawValue),
                    what: "signals"))
        }
        guard let kind = signal.row.measures else {
            throw parameters.wrong(
                "`\(name)` has no true values to compare with",
                "choose acceleration, rotation, quaternion or another measurement")
        }
        (self.signal, self.kind) = (signal, kind)
        switch parameters["rate"]?.fraction {
        case nil where parameters["rate"] == nil: rate = nil
        case let rate? where rate > 0 && rate.isFinite: self.rate = rate
        default: throw parameters.wrong("`rate` must be a number above 0, in Hz")
        }
        guard case .array(let rows) = try parameters.required("samples"), !rows.isEmpty else {
            throw parameters.wrong("`samples` must be a list with at least one sample")
        }
        let axes = signal.row.fields.count
        var numbers: [[Double]] = []
        for (place, row) in rows.enumerated() {
            guard let found = row.fractions, found.allSatisfy(\.isFinite) else {
                throw parameters.wrong("sample \(place + 1) is not a list of numbers")
            }
            guard found.count == axes || found.count == axes + 1,
                found.count == numbers.first?.count ?? found.count
            else {
                throw parameters.wrong(
                    "sample \(place + 1) has \(found.count) numbers",
                    "write the \(axes) of `\(name)`, in all samples with a time before them, or in"
                        + " none")
            }
            numbers.append(found)
        }
        hasTimes = numbers[0].count > axes
        guard hasTimes || rate != nil else {
            throw parameters.wrong(
                "samples without times need `rate`, in Hz",
                "or write the time of each before its values, in virtual seconds")
        }
        let step = 1 / (rate ?? 1)
        samples = numbers.enumerated().map { [hasTimes] place, row in
            hasTimes
                ? SampleComparison.Sample(time: row[0], values: Array(row.dropFirst()))
                : SampleComparison.Sample(time: Double(place) * step, values: row)
        }
    }

    func answer(on board: Int, of run: ScenarioRun) throws(RPCError) -> [(String, JSONValue)] {
        let now = run.now.seconds
        let range: ClosedRange<Double>
        if hasTimes {
            if let place = samples.firstIndex(where: { !(-1...now + 5).contains($0.time) }) {
                throw parameters.wrong(
                    "sample \(place + 1) is of \(samples[place].time) s, and the run is at \(now) s",
                    "write times in virtual seconds since the run began, or none and `rate`")
            }
            range = Self.delays
        } else {
            // Where they begin is looked for in the whole run.
            range = -max(0, now - (samples.last?.time ?? 0))...0
        }
        let found = SampleComparison(
            samples, of: kind, with: run.world.truth(of: kind, on: board), delays: range,
            end: run.now)
        var entries: [(String, JSONValue)] = [
            ("signal", .string(signal.rawValue)), ("samples", .integer(samples.count)),
            ("rms", .number(found.rootMeanSquare)), ("largest", .number(found.largest)),
            ("unit", .string(found.unit)),
            ("delay", hasTimes ? found.delay.map { .number($0) } ?? .null : .null),
            ("missing", missing.map { .integer($0) } ?? .null),
        ]
        if !hasTimes {
            entries.append(("start", found.delay.map { .number(-$0) } ?? .null))
        }
        return entries
    }

    /// Between the first time and the last, at the rate.
    private var missing: Int? {
        guard hasTimes, let rate else { return nil }
        let times = samples.map(\.time)
        let span = (times.max() ?? 0) - (times.min() ?? 0)
        return max(0, Int((span * rate).rounded()) + 1 - samples.count)
    }
}

extension JSONValue {
    fileprivate var fraction: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// Of a list of numbers; a number is a list of one.
    fileprivate var fractions: [Double]? {
        if let fraction { return [fraction] }
        guard case .array(let items) = self else { return nil }
        let found = items.compactMap(\.fraction)
        return found.count == items.count ? found : nil
    }
}
