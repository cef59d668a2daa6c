import TrikiUI
import YAML

/// How far what counts ticks may be from what a vector expects (protocol, triki-motion 6): one tick
/// for each dwell, settling or hold that was counted, so two for each cycle of an activation.
struct TickCounters {
    /// How far the progress of a hold moves in a tick.
    private var share = 0.0
    /// How many cycles ended before the progress at the end.
    private var cycles = 0

    /// No progress is compared.
    init() {}

    /// The counters of a play of this vector.
    init(of vector: Vector) {
        guard let dt = vector.inputs["dt"]?.number.map(frameLength) else { return }
        if vector.area == "TrikiHoldTracker" {
            share = vector.inputs["duration"]?.number.map { $0 > 0 ? dt / $0 : 0 } ?? 0
            cycles = vector.outputs["completedAtTicks"]?.list?.count ?? 0
        } else if let hold = NavigationTuning.menu(vector.version).hold {
            share = min(dt, TrikiUINavigator.longestTick) / hold
            cycles = vector.outputs["activations"]?.list?.count ?? 0
        }
    }

    /// What a number may differ by; nil where it counts no ticks.
    func allowance(at path: String, _ name: String) -> Double? {
        switch name {
        case "tick":
            // A cycle is a settling and a hold, and the errors of those before add up.
            let list = path.split(separator: "[").first
            guard list == "activations" || list == "answers" else { return 1 }
            return 2 * ordinal(in: path)
        case "completedAtTicks": return ordinal(in: path)
        case "switchedAtCall": return 1
        // The settling before it, and every cycle before that.
        case "holdProgressEnd": return share * Double(2 * cycles + 1) + 1e-6
        // The settling before it.
        case "holdProgressPeak": return share + 1e-6
        case "progressEnd": return share * Double(cycles) + 1e-6
        default: return nil
        }
    }

    /// From 1, by the last index of a path such as `activations[1].tick`.
    private func ordinal(in path: String) -> Double {
        let index = path.split { "[]".contains($0) }.last { $0.allSatisfy(\.isNumber) }
        return (index.flatMap { Double($0) } ?? 0) + 1
    }

    /// The expected focus of every call, except where the call before or after has the one that
    /// came out: there the dwell is a tick shorter or longer.
    func settled(_ items: [Node], like values: [Outcome]) -> [Node] {
        items.enumerated().map { index, item in
            guard index < values.count, !Self.isSame(item, values[index]) else { return item }
            let neighbours = [index - 1, index + 1].filter(items.indices.contains)
            return neighbours.map { items[$0] }.first { Self.isSame($0, values[index]) } ?? item
        }
    }

    private static func isSame(_ item: Node, _ value: Outcome) -> Bool {
        switch value {
        case .null: item.isNone
        case .number(let number): item.number == number
        default: false
        }
    }
}
