import MetaWearTables
import Peripheral
import ScriptedClient
import Simulation

/// Writes down the truth of a board: what perfect sensors would measure, at a fixed rate from the
/// beginning of the run to its end.
enum TruthRecorder {
    private static let period = Nanoseconds.milliseconds(10)
    /// What the table has, in the order of its columns.
    private static let quantities: [(kind: Measurand, name: String, axes: [String])] = [
        (.specificForce, "acceleration", ["x", "y", "z"]),
        (.angularRate, "rotation", ["x", "y", "z"]),
        (.magneticField, "magnetic field", ["x", "y", "z"]),
        (.quaternion, "orientation", ["w", "x", "y", "z"]),
        (.temperature, "temperature", []), (.pressure, "pressure", []), (.illuminance, "light", []),
        (.humidity, "humidity", []),
    ]

    private static func columns(
        _ quantity: (kind: Measurand, name: String, axes: [String])
    ) -> [String] {
        let unit = quantity.kind.shown.unit.isEmpty ? "" : " (\(quantity.kind.shown.unit))"
        guard !quantity.axes.isEmpty else { return [quantity.name + unit] }
        return quantity.axes.map { "\(quantity.name) \($0)\(unit)" }
    }

    /// Nothing, if nobody keeps it.
    static func begin(_ place: Int, of run: ScenarioRun) {
        let series = Series(
            board: run.world.boards[place].name, signal: Series.truthSignal, unit: "",
            axes: quantities.flatMap(columns), source: .stream, rate: 1 / period.seconds)
        guard let sink = run.samples.truthSink(series, board: place) else { return }
        let truths = quantities.map { run.world.truth(of: $0.kind, on: place) }
        func take() {
            let now = run.simulation.now
            let values = truths.flatMap { $0.values(at: now) }
            sink.take(Series.Sample(time: now, arrival: now, values: values, truth: []))
        }
        take()
        run.world.timers.every(period) {
            take()
            return true
        }
    }
}
