public import Peripheral
internal import Simulation

extension ConnectionParameters {
    /// The usual first parameters of a host: 30 ms, no latency, 5 s.
    public static let usual = ConnectionParameters(
        interval: .milliseconds(30), latency: 0, supervisionTimeout: .seconds(5))

    /// The shortest interval that Bluetooth has, for hosts that measure time or want all of a fast
    /// stream: 7.5 ms, no latency, 5 s.
    package static let fastest = ConnectionParameters(
        interval: .microseconds(7_500), latency: 0, supervisionTimeout: .seconds(5))

    package static let rule = """
        connection parameters: interval 7.5 ms to 4 s, latency 0 to 499, supervision timeout 100 ms \
        to 32 s and more than (1 + latency) × interval × 2
        """

    /// Rounded down to the steps of the standard; nil if outside its limits (Core Vol 6, Part B,
    /// 4.5.2).
    package var checked: ConnectionParameters? {
        let step = Nanoseconds.microseconds(1_250).count
        let timeoutStep = Nanoseconds.milliseconds(10).count
        let result = ConnectionParameters(
            interval: Nanoseconds(interval.count / step * step), latency: latency,
            supervisionTimeout: Nanoseconds(supervisionTimeout.count / timeoutStep * timeoutStep))
        guard result.interval >= .microseconds(7_500), result.interval <= .seconds(4),
            latency <= 499, result.supervisionTimeout >= .milliseconds(100),
            result.supervisionTimeout <= .seconds(32),
            result.supervisionTimeout > result.interval * (2 * (1 + Int64(latency)))
        else { return nil }
        return result
    }
}
