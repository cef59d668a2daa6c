package import Simulation
internal import Wire

extension Logging {
    /// A trigger: which bytes of which signal are recorded (protocol, core 3.3).
    struct Logger: Layout {
        var module: UInt8 = 0
        var register: UInt8 = 0
        var index: UInt8 = 0
        /// Bits 0 to 4: offset.
        var start: UInt8 = 0
        /// Bits 5 to 7: length less one; a logger takes 1 to 4 bytes.
        var span: UInt8 = 0
        /// Assigned by the board; not on the wire.
        var id: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&module, "module")
            c(&register, "register")
            c(&index, "index")
            c(&start, bits: 5, "offset")
            c(&span, bits: 3, "length less one")
        }

        var key: SignalKey { SignalKey(module, register, index) }
        var offset: Int { Int(start) }
        var length: Int { Int(span & 3) + 1 }
    }

    /// Register 06.
    struct ReadoutRequest: Layout {
        var slots: UInt32 = 0
        /// A progress notification after so many entries; 0: after each page.
        var notifyEvery: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&slots, "entries")
            c(&notifyEvery, "notify every")
        }
    }

    /// Entries, or slots: a page's header counts as one.
    struct Count: Layout {
        var slots: UInt32 = 0
        mutating func layout(_ c: inout some Coder) { c(&slots, "entries") }
    }

    /// Register 04.
    struct Time: Layout {
        /// 48/32768 s a tick.
        var tick: UInt32 = 0
        /// 0 to 7.
        var resetUID: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("s", times: 48, over: 32_768))
            c(&tick, "tick")
            c(&resetUID, "reset uid")
        }
    }

    /// An entry as register 07 sends it, 9 bytes.
    struct Entry: Layout {
        var logger: UInt8 = 0
        var resetUID: UInt8 = 0
        var tick: UInt32 = 0
        var data: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&logger, bits: 5, "logger")
            c(&resetUID, bits: 3, "reset uid")
            c.unit(FieldUnit("s", times: 48, over: 32_768))
            c(&tick, "tick")
            c(&data, "data")
        }
    }

    /// One notification of register 07: one entry or two.
    struct EntryPair: Layout {
        var first = Entry()
        var second = Entry()
        mutating func layout(_ c: inout some Coder) {
            first.layout(&c)
            c.markOptional()
            if c.hasMore { second.layout(&c) }
        }
    }
}

extension MetaWearBoard {
    /// The log's clock: 48/32768 s a tick since boot, in 32 bits (protocol, core 3.4).
    func logTick(at time: Instant) -> UInt32 {
        // 32768 / (48 · 10⁹) in lowest terms: no overflow for eighteen years.
        UInt32(truncatingIfNeeded: (localTime(time) - localTime(bootTime)).count * 16 / 23_437_500)
    }

    /// The log's clock now.
    package var logTick: UInt32 { logTick(at: now) }

    /// Sets how long the firmware has already run, and with it the log's clock. For the start of a
    /// simulation.
    package func setUptime(_ time: Nanoseconds) {
        bootTime = Instant(nanoseconds: now.nanoseconds &- max(time, .zero).count)
    }
}
