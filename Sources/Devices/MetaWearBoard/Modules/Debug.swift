import Peripheral
import Wire

/// Debug commands; the vendor calls the module "test" (protocol, core 9).
final class Debug: Module {
    static let id: UInt8 = 0xFE
    static let name = "debug"
    static let registers: [Register<Debug>] = [
        .command(0x01, "reset", Anything.self) { _, _, board in board.requestReset() },
        .command(0x02, "jump to bootloader", Anything.self) { _, _, board in
            board.requestReset(.bootloader)
        },
        .command(0x03, "spoof notification", Spoof.self) { _, spoof, board in
            spoof.perform(on: board)
        },
        .value(0x04, "key register") { $1(&$0.key) },
        .command(0x05, "reset after garbage collection", Anything.self) { debug, _, board in
            debug.requestGarbageReset(on: board)
        },
        .command(0x06, "disconnect", Anything.self) { _, _, board in
            if board.isUSBOpen { return board.endUSB() }
            if let connection = board.connection { board.link?.disconnect(connection) }
        },
        .command(0x07, "power save", Anything.self) { _, _, board in
            board.isPowerSaveArmed = true
        },
        .command(0x08, "invalidate application", Anything.self) { _, _, board in
            board.flash.invalidateApplication()
        },
        .command(0x09, "stack overflow assert", Flag.self, since: 2) { debug, flag, _ in
            debug.assertsStack = flag.isOn
        }.readable(StackState.self) { debug, _ in
            ShortBytes(StackState(asserts: debug.assertsStack).bytes)
        },
        scheduleQueueRegister,
        .query(0x0B, "reset reason", answer: Bytes.self) { _, board in
            ShortBytes(board.resetReason.bytes)
        },
        .command(0x0C, "DC/DC converter", Byte.self) { _, _, _ in },
        .unmodelled(0x0D, "NVM serial", reserved),
        .unmodelled(0x0E, "authentication", reserved),
        .unmodelled(0x0F, "GAP address", reserved),
        .unmodelled(0x10, "device id", reserved),
        .unmodelled(0x11, "backdoor", reserved),
        .unmodelled(0x12, "reserved", reserved),
        .query(0x13, "NAND statistics", since: 5, answer: Statistics.self) { _, board in
            ShortBytes(Statistics(reads: UInt32(clamping: board.flash.log.pageReads)).bytes)
        },
    ]

    private static let reserved =
        "the vendor reserves 0D to 12 for these names and says nothing more"

    /// Selector 0 or none: the captured answer, the use of each queue, and the smallest free space
    /// of three. Selector 1: their sizes, which no source gives; ours are what the answers need.
    private static let scheduleQueueRegister: Register<Debug> = {
        var register = Register<Debug>.query(0x0A, "schedule queue", since: 2, answer: Bytes.self) {
            _, _ in nil
        }
        register.declaration.request = .of(QueueRequest.self)
        register.read = { _, request, _ throws(LayoutError) in
            switch try QueueRequest(request).selector {
            case 0: RegisterValue([3, 2, 1, 0, 16, 1, 1, 0, 0, 0, 27, 0, 30])
            case 1: RegisterValue([32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32])
            default: nil
            }
        }
        return register
    }()

    private var key = Key()
    private var assertsStack = false
    /// `FE 05` was sent: the board resets once the link is closed.
    private(set) var isResetDue = false

    init(_ information: ModuleInformation, on board: MetaWearBoard) {}

    private func requestGarbageReset(on board: MetaWearBoard) {
        if board.has(.garbageResetIgnored), board.flash.garbage == 0 {
            return board.ignore(.nothingToDo, "nothing to collect")
        }
        isResetDue = true
        if !board.hasHost { board.garbageCollectionReset() }
    }

    struct StackState: Layout {
        var asserts = false
        /// In bytes; the captured value.
        var margin: UInt16 = 3220
        mutating func layout(_ c: inout some Coder) {
            c(&asserts, bits: 8, "assert")
            c(&margin, "margin")
        }
    }

    /// Reads of pages by the bits that had to be corrected (real boards of 2026: RB26-93). Our NAND has no errors.
    struct Statistics: Layout {
        var reads: UInt32 = 0
        var few: UInt16 = 0
        var some: UInt16 = 0
        var many: UInt16 = 0
        var failed: UInt16 = 0
        var lost: UInt16 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&reads, "page reads without correction")
            c(&few, "with 1 to 3 bits corrected")
            c(&some, "with 4 to 6 bits corrected")
            c(&many, "with 7 or 8 bits corrected")
            c(&failed, "not correctable at first")
            c(&lost, "not correctable at all")
        }
    }

    struct QueueRequest: Layout {
        var selector: UInt8 = 0
        mutating func layout(_ c: inout some Coder) { c.optional(&selector, "selector") }
    }

    struct Key: Layout {
        var value: UInt32 = 0
        mutating func layout(_ c: inout some Coder) { c(&value, "value") }
    }

    /// Module, register, a byte that is 0 or 1, then what the module would have sent: the data id,
    /// if the signal has one, and the data.
    struct Spoof: Layout {
        var module: UInt8 = 0
        var register: UInt8 = 0
        var flag: UInt8 = 0
        var data: [UInt8] = []

        mutating func layout(_ c: inout some Coder) {
            c(&module, "module")
            c(&register, "register")
            c(&flag, "notify")
            c.rest(&data, max: 17, "data")
        }

        /// Takes the path of a real datum: host, loggers, processors, events.
        func perform(on board: MetaWearBoard) {
            let hasIndex = Self.indexed.contains { $0 == (module, register & 0x3F) }
            let index = hasIndex ? data.first ?? SignalKey.noIndex : SignalKey.noIndex
            let bytes = ShortBytes(hasIndex ? Array(data.dropFirst()) : data)
            let key = SignalKey(module, register, index)
            guard Int(board.moduleIndex[Int(module)]) > 0 else {
                return board.ignore(.notThere, "no module to spoof")
            }
            board.route(key, bytes, asIfSubscribed: true)
        }

        /// Signals whose packets carry a data id (protocol, sensors 1.2).
        private static let indexed: [(UInt8, UInt8)] = [
            (0x04, 0x01), (0x05, 0x06), (0x05, 0x07), (0x05, 0x08), (0x05, 0x0A), (0x09, 0x03),
            (0x09, 0x04), (0x0C, 0x06), (0x0D, 0x01), (0x0D, 0x02), (0x0F, 0x07), (0x10, 0x01),
        ]
    }
}
