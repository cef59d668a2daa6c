import Wire

/// The macro module: commands that are recorded in flash and run on request or at every boot
/// (protocol, core 7).
final class Macros: Module {
    static let id: UInt8 = 0x0F
    static let name = "macro"
    static let registers: [Register<Macros>] = [
        // No source says what it does.
        .value(0x01, "enable") { $1(&$0.enable) },
        .command(0x02, "begin", Flag.self) { $0.begin(atBoot: $1.isOn, on: $2) }
            .readable(Byte.self, answer: Summary.self) { _, id, board in
                board.flash.macros[id.value].map { ShortBytes(Summary($0).bytes) }
                    ?? []
            }.creating().orEmpty("a free slot"),
        .command(0x03, "add command", Bytes.self) { $0.add($1.bytes, on: $2) }
            .readable(CommandRequest.self, answer: Bytes.self) { _, request, board in
                board.flash.macros[request.id]?.command(number: Int(request.number))
                    .map { ShortBytes($0.prefix(18)) } ?? []
            }.orEmpty("no such command"),
        .command(0x04, "end", Anything.self) { macros, _, board in macros.end(on: board) },
        .command(0x05, "execute", Byte.self) { _, id, board in
            guard board.flash.macros[id.value] != nil else {
                return board.ignore(.noSuchID, "no macro \(id.value)")
            }
            board.give(.macro(id.value, from: 0))
        },
        .command(0x06, "finish notify enable", SlotEnable.self) { macros, enable, _ in
            macros.notifying.removeAll { $0 == enable.id }
            if enable.isOn { macros.notifying.append(enable.id) }
        },
        .signal(0x07, "finished", Anything.self, hasIndex: true).enabledBySlot(),
        .command(0x08, "erase all", Anything.self) { _, _, board in
            if !board.flash.macros.eraseAll() { board.trace("flash failed: macros stay") }
        },
        .command(0x09, "add partial command", Bytes.self) { $0.addPartial($1.bytes, on: $2) },
    ]

    private let capacity: Int
    private var enable = Flag(isOn: true)
    /// Begun and not ended.
    private var recording: RecordedMacro?
    /// The beginning of the next command.
    private var partial: [UInt8] = []
    private var notifying: [UInt8] = []

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        capacity = Int(information.extra.first ?? 8)
    }

    /// Drops an unfinished recording. Takes the lowest free id; a full table does not answer.
    private func begin(atBoot: Bool, on board: MetaWearBoard) {
        partial = []
        recording = board.flash.macros.freeID(below: capacity)
            .map { RecordedMacro(id: $0, runsAtBoot: atBoot) }
        guard let recording else {
            return board.ignore(.tableFull, "all \(capacity) macros are in use")
        }
        board.send([Self.id, 0x02, recording.id])
    }

    private func addPartial(_ bytes: [UInt8], on board: MetaWearBoard) {
        guard recording != nil else {
            return board.ignore(.noRecording, "no macro is being recorded")
        }
        partial = Array((partial + bytes).prefix(RecordedMacro.longestCommand))
    }

    private func add(_ bytes: [UInt8], on board: MetaWearBoard) {
        defer { partial = [] }
        guard recording != nil else {
            return board.ignore(.noRecording, "no macro is being recorded")
        }
        let command = partial + bytes
        guard (2...RecordedMacro.longestCommand).contains(command.count) else {
            return board.ignore(.noCommand, "\(command.count) bytes are too short for a command")
        }
        guard board.flash.macros.hasRoom(for: command, behind: recording) else {
            return board.ignore(.memoryFull, "the flash for macros is full")
        }
        recording?.append(command)
    }

    private func end(on board: MetaWearBoard) {
        guard let recording else { return board.ignore(.noRecording, "no macro is being recorded") }
        if !board.flash.macros.keep(recording) {
            board.trace("flash failed: the macro is not kept")
        }
        self.recording = nil
        partial = []
    }

    /// The last command of a macro has run.
    func finished(_ id: UInt8, on board: MetaWearBoard) {
        if notifying.contains(id) { board.send([Self.id, 0x07, id]) }
        board.route(SignalKey(Self.id, 0x07, id), [])
    }

    /// Erased macros free their space now.
    func disconnected(on board: MetaWearBoard) { board.flash.macros.collectGarbage() }

    /// The answer of register 02.
    struct Summary: Layout {
        var id: UInt8 = 0
        var runsAtBoot = false
        var commands: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&id, "id")
            c(&runsAtBoot, bits: 8, "at boot")
            c(&commands, "commands")
        }

        init() {}
        init(_ macro: RecordedMacro) {
            id = macro.id
            runsAtBoot = macro.runsAtBoot
            commands = UInt8(clamping: macro.count)
        }
    }

    struct CommandRequest: Layout {
        var id: UInt8 = 0
        var number: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&id, "id")
            c(&number, "number")
        }
    }
}
