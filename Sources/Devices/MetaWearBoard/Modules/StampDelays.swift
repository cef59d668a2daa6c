internal import Simulation

/// The delay of the firmware's log stamps, as seen in logs of real boards (protocol, real boards
/// 4): sometimes a tick, and 8 to 18 ms if a page of flash is erased first. No entry is lost.
final class StampDelays {
    private var random: RandomStream

    init(_ random: RandomStream) { self.random = random }

    /// Those of a board, across resets.
    static func of(_ board: MetaWearBoard) -> StampDelays {
        board.hardware.part(StampDelays.self, "log stamps") { StampDelays($0) }
    }

    /// A tick of 48/32768 s for one datum in 150 (0.2 to 1 % of real ones), while the processor
    /// serves something else.
    func interrupt() -> Nanoseconds { random.below(150) == 0 ? Nanoseconds(1_464_844) : .zero }

    /// The time until a flushed page is in flash that is busy. Ours: whoever asks at once finds nothing, and the vendor's waits,
    /// 0.3 s and two equal answers, are enough (RB26-10).
    func flush() -> Nanoseconds { .microseconds(200_000 + Int64(random.below(300_001))) }

    /// The time that the erasure of a page takes.
    func erase() -> Nanoseconds { .microseconds(8_000 + Int64(random.below(10_001))) }
}
