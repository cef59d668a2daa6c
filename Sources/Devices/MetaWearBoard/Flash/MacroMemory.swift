/// Commands that a host recorded, as stored in flash.
public struct RecordedMacro: Sendable, Equatable {
    /// Its slot.
    public let id: UInt8
    /// Whether it runs at every boot.
    package let runsAtBoot: Bool
    /// Its commands, each after its length in one byte.
    public private(set) var bytes: [UInt8] = []

    /// The longest packet that the command characteristic takes: a name of 26 bytes.
    static let longestCommand = 28

    /// A macro without commands.
    init(id: UInt8, runsAtBoot: Bool) {
        self.id = id
        self.runsAtBoot = runsAtBoot
    }

    /// A stored macro; nil if its bytes are not commands.
    public init?(id: UInt8, runsAtBoot: Bool, bytes: [UInt8]) {
        self.init(id: id, runsAtBoot: runsAtBoot)
        guard bytes.count <= MacroMemory.capacity else { return nil }
        self.bytes = bytes
        var place = 0
        while let command = command(at: place) {
            guard (2...Self.longestCommand).contains(command.count) else { return nil }
            place = command.endIndex
        }
        guard place == bytes.count else { return nil }
    }

    mutating func append(_ command: [UInt8]) {
        bytes.append(UInt8(clamping: command.count))
        bytes += command
    }

    /// The command at a position in the bytes; the next one begins at its end.
    func command(at place: Int) -> ArraySlice<UInt8>? {
        guard place < bytes.count else { return nil }
        let start = place + 1
        let end = start + Int(bytes[place])
        return end <= bytes.count ? bytes[start..<end] : nil
    }

    /// The `number`th command, from 0 on.
    func command(number: Int) -> ArraySlice<UInt8>? {
        var found = command(at: 0)
        for _ in 0..<number { found = found.flatMap { command(at: $0.endIndex) } }
        return found
    }

    /// Its commands, in order.
    package var commands: [[UInt8]] {
        var (commands, place) = ([[UInt8]](), 0)
        while let command = command(at: place) {
            commands.append(Array(command))
            place = command.endIndex
        }
        return commands
    }

    /// How many commands there are.
    public var count: Int {
        var (count, place) = (0, 0)
        while let command = command(at: place) {
            count += 1
            place = command.endIndex
        }
        return count
    }
}

/// The macros of a board, in flash: an erased macro takes its place until garbage is collected, at
/// the end of the link or at a boot (protocol, core 7).
public final class MacroMemory {
    /// Bytes in all: one page of the nRF52's flash.
    public static let capacity = 4_096
    /// The overhead of each macro.
    private static let headerLength = 4

    private let storage: (any FlashStorage)?
    /// In order of id.
    public private(set) var all: [RecordedMacro]
    private var erased: [RecordedMacro] = []

    init(storage: (any FlashStorage)?) {
        self.storage = storage
        all = storage?.image.macros ?? []
    }

    /// nil for a free slot.
    package subscript(id: UInt8) -> RecordedMacro? { all.first { $0.id == id } }

    /// The lowest id that is neither in use nor erased and not yet collected.
    func freeID(below slots: Int) -> UInt8? {
        (all + erased).map { $0.id }.lowestFree(below: slots)
    }

    func hasRoom(for command: [UInt8], behind recording: RecordedMacro?) -> Bool {
        let used = (all + erased).reduce(0) { $0 + Self.headerLength + $1.bytes.count }
        let own = Self.headerLength + (recording?.bytes.count ?? 0) + 1 + command.count
        return used + own <= Self.capacity
    }

    /// False if the flash has failed: the macro is not kept.
    func keep(_ macro: RecordedMacro) -> Bool {
        guard storage?.save(macro) ?? true else { return false }
        all.removeAll { $0.id == macro.id }
        all.insert(macro, at: all.firstIndex { $0.id > macro.id } ?? all.count)
        return true
    }

    /// False if the flash has failed: all macros stay.
    func eraseAll() -> Bool {
        guard !all.isEmpty else { return true }
        guard storage?.eraseMacros() ?? true else { return false }
        erased += all
        all = []
        return true
    }

    /// Erased macros that still take space.
    var garbage: Int { erased.count }

    func collectGarbage() { erased = [] }
}
