internal import Simulation
import Wire

/// The nRF52's watchdog, as the settings module shows it (protocol, core 8, registers 0D to 10).
///
/// Once written it runs until the reset; unless it is refreshed in time it resets the board. No
/// source gives the firmware's defaults: here it is stopped, and does not refresh itself.
struct Watchdog {
    /// Register 0E.
    struct Configuration: Layout {
        /// It resets after `count + 1` periods of the 32768 Hz clock.
        var count: UInt32 = 0
        var flags: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("s", times: 1, over: 32_768))
            c(&count, "count")
            c.optional(&flags, "flags")
        }

        /// A period is 1953125/64 ns; no overflow in 33 bits of them.
        var timeout: Nanoseconds { Nanoseconds((Int64(count) + 1) * 1_953_125 / 64) }
    }

    private(set) var configuration = Configuration()
    private(set) var isRunning = false
    /// Bits 0 and 1: the firmware itself refreshes it in one place or another; no source
    /// distinguishes them.
    var autoRefresh = Byte()
    /// Distinguishes a refreshed deadline from the one before.
    private var deadline: UInt64 = 0

    /// Its code among the settings module's delayed events.
    static let tick: UInt8 = 1

    mutating func configure(_ wish: Configuration, on board: MetaWearBoard) {
        guard !isRunning else {
            return board.ignore(.locked, "a watchdog that runs is locked until the reset")
        }
        configuration = wish
        isRunning = true
        refresh(on: board)
    }

    mutating func refresh(on board: MetaWearBoard) {
        deadline &+= 1
        guard isRunning, autoRefresh.value & 3 == 0 else { return }
        board.schedule(
            Settings.id, Self.tick, deadline, at: board.now + configuration.timeout)
    }

    func isDue(_ argument: UInt64) -> Bool { isRunning && argument == deadline }
}
