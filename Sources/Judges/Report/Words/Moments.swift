import Simulation

/// Virtual time as people read it.
extension Digits {
    /// Seconds with three decimals: `42.100 s`.
    package static func seconds(_ time: Instant) -> String { fixed(time.exactSeconds, 3) + " s" }

    /// Seconds with three decimals: `42.100 s`.
    package static func seconds(_ span: Nanoseconds) -> String {
        fixed(span.exactSeconds, 3) + " s"
    }

    /// Two spans in one unit, that of the larger: `7.5 / 32.1 ms`.
    static func spans(_ first: Nanoseconds, _ second: Nanoseconds) -> String {
        let inSeconds = max(first.count.magnitude, second.count.magnitude) >= 10_000_000_000
        let scale = inSeconds ? 1e9 : 1e6
        return fixed(Double(first.count) / scale, 1) + " / "
            + fixed(Double(second.count) / scale, 1) + (inSeconds ? " s" : " ms")
    }
}

extension Instant {
    /// Seconds, divided rather than multiplied, so that 300 ms is 0.3 and not 0.30000000000000004.
    var exactSeconds: Double { Double(nanoseconds) / 1e9 }
}

extension Nanoseconds {
    /// Seconds, divided rather than multiplied, so that 300 ms is 0.3 and not 0.30000000000000004.
    var exactSeconds: Double { Double(count) / 1e9 }
}
