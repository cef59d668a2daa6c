import Simulation
import YAML

extension Nanoseconds: DeclaredValue {
    /// A number with a unit of time.
    package static var shape: Shape { .quantity(Time.self) }
    /// The longest duration that a file may contain: more than a virtual year.
    package static let longest = Nanoseconds.seconds(400 * 86_400)

    /// In the largest unit without a fraction: `1500 ms`.
    package var text: String {
        if count == 0 { return "0 s" }
        // 7.5 ms reads better than 7500 us.
        if count % 10_000 == 0, count.magnitude < 1_000_000_000, count % 1_000_000 != 0 {
            return Written.text(Double(count) / 1e6) + " ms"
        }
        // No array of pairs: from that the compiler makes a program of other bytes at each build.
        return whole(86_400_000_000_000, "d") ?? whole(3_600_000_000_000, "h")
            ?? whole(60_000_000_000, "min") ?? whole(1_000_000_000, "s")
            ?? whole(1_000_000, "ms") ?? whole(1_000, "us") ?? "\(count) ns"
    }

    private func whole(_ size: Int64, _ symbol: String) -> String? {
        count % size == 0 ? "\(count / size) \(symbol)" : nil
    }

    /// Reads a duration that is a whole number of nanoseconds.
    package static func read(_ node: Node, _ reader: Reader) -> Nanoseconds? {
        guard let written = Written(node, of: [Time.self], reader) else { return nil }
        let sizes: [String: Int128] = [
            "ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000,
            "h": 3_600_000_000_000, "d": 86_400_000_000_000,
        ]
        // At most 18 digits · 86.4e12 ns: far below 2^127; |value| is at most 400 d.
        var count = Int128(written.digits) * (sizes[written.unit.symbol] ?? 1)
        var exponent = written.exponent
        while exponent > 0, count != 0 {
            count *= 10
            exponent -= 1
        }
        while exponent < 0, count != 0 {
            guard count % 10 == 0 else {
                reader.fail(
                    "\(node.summary) is finer than a nanosecond", at: node.mark,
                    fix: "round it to whole nanoseconds")
                return nil
            }
            count /= 10
            exponent += 1
        }
        return Nanoseconds(Int64(count))
    }
}
