import Simulation

/// How late the firmware stamps what it logs, as logs of real boards show it (protocol, real boards
/// 4): now and then by a tick, and by 8 to 18 ms where a page of flash is erased first. Nothing is
/// lost by either.
final class StampDelays {
    private var random: RandomStream

    init(_ random: RandomStream) { self.random = random }

    /// Those of a board, over every reset.
    static func of(_ board: MetaWearBoard) -> StampDelays {
        board.hardware.part(StampDelays.self, "log stamps") { StampDelays($0) }
    }

    /// A tick of 48/32768 s for one datum in 150: 0.2 to 1 % of real ones, while the processor serves
    /// something else.
    func interrupt() -> Nanoseconds { random.below(150) == 0 ? Nanoseconds(1_464_844) : .zero }

    /// What the erase of a page takes.
    func erase() -> Nanoseconds { .microseconds(8_000 + Int64(random.below(10_001))) }
}
