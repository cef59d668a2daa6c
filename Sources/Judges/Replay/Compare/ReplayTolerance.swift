/// What may differ between a real board and the model in timing and in number.
package struct ReplayTolerance: Sendable {
    /// Of an answer's delay, in nanoseconds; 250 ms.
    package var delay: Int64 = 250_000_000
    /// Of the number of a stream's packets, as a part of the captured number; 0.1.
    package var rate = 0.1
    /// Packets that a stream may differ by whatever its length; 5.
    package var packets = 5

    package init() {}
}
