package import Wire

/// The answer to module discovery (protocol, sensors 1.8).
public struct ModuleInformation: Sendable, Equatable {
    /// The chip or variant: 1 is the BMI160 among accelerometers.
    public var implementation: UInt8
    /// The revision of the module's firmware; a register may need a later one.
    public var revision: UInt8
    /// Further bytes that depend on the module (protocol, sensors 2.5).
    public var extra: [UInt8]

    /// The answer of a present module.
    public init(_ implementation: UInt8, _ revision: UInt8, _ extra: [UInt8] = []) {
        self.implementation = implementation
        self.revision = revision
        self.extra = extra
    }

    var bytes: [UInt8] { [implementation, revision] + extra }
}

/// A block of the firmware, addressed by the first byte of every packet.
///
/// A module is made anew at every reset: what survives is kept in `MetaWearBoard.flash` or in
/// `Hardware`.
protocol Module: AnyObject, SendableMetatype {
    static var id: UInt8 { get }
    /// Its name, `accelerometer`.
    static var name: String { get }
    /// Every register of every revision, in order of id.
    static var registers: [Register<Self>] { get }

    /// Its state after a reset.
    init(_ information: ModuleInformation, on board: MetaWearBoard)
    /// The declarations of its registers.
    var declarations: [RegisterDeclaration] { get }
    /// Answers a read of one of its registers.
    func read(
        _ register: UInt8, _ request: [UInt8], isSilent: Bool, on board: MetaWearBoard
    ) throws(Refusal)
    /// Takes a write of one of its registers; `index` is its place among the board's modules.
    func write(
        _ register: UInt8, _ payload: [UInt8], at index: Int, on board: MetaWearBoard
    ) throws(Refusal)
    /// A delayed event that this module asked for through `MetaWearBoard.schedule`.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard)
    /// The central has disconnected.
    func disconnected(on board: MetaWearBoard)
    /// The current that it draws now, in microamperes, besides the board's own.
    func current(on board: MetaWearBoard) -> Double
}

extension Module {
    /// For a module without delayed events.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {}
    /// For a module that keeps running when the central disconnects.
    func disconnected(on board: MetaWearBoard) {}
    /// For a module with a negligible current.
    func current(on board: MetaWearBoard) -> Double { 0 }

    // Only here is the type of a module known, and with it its table.
    var declarations: [RegisterDeclaration] { Self.declarations }
    func read(
        _ register: UInt8, _ request: [UInt8], isSilent: Bool, on board: MetaWearBoard
    ) throws(Refusal) {
        try board.read(self, register, request, isSilent: isSilent)
    }
    func write(
        _ register: UInt8, _ payload: [UInt8], at index: Int, on board: MetaWearBoard
    ) throws(Refusal) {
        try board.write(self, register, payload, at: index)
    }

    static func register(_ id: UInt8) -> Register<Self>? {
        // Not `first(where:)`: that copies every row it passes.
        let table = registers
        for i in table.indices where table[i].declaration.id == id { return table[i] }
        return nil
    }

    /// The declarations of the registers, for the trace, the docs and the tests.
    static var declarations: [RegisterDeclaration] { registers.map { $0.declaration } }
}

/// Why a well-formed command cannot be run.
package enum Obstacle: Sendable, Equatable, CaseIterable {
    /// The bootloader runs, not the application.
    case bootloader
    /// A reset is under way.
    case resetting
    /// The board is in power-down.
    case poweredDown
    /// A silent read of information that is for the host.
    case silentInformation
    /// A register that only notifies takes one byte.
    case notOneFlag
    /// Every slot of a table is in use.
    case tableFull
    /// There is no such logger, processor, event, timer or macro.
    case noSuchID
    /// The module has it, but not for this channel, pin, strand or type.
    case notThere
    /// The source of a data processor does not exist.
    case noSource
    /// Another processor uses it.
    case inUse
    /// Not while logging is enabled.
    case whileLogging
    /// The log's entries are not subscribed.
    case entriesUnwanted
    /// Nothing is to be confirmed.
    case nothingToConfirm
    /// Parameters without an entry.
    case noEntry
    /// No macro is being recorded.
    case noRecording
    /// More bytes than a command has, or fewer.
    case noCommand
    /// The flash for macros is full.
    case memoryFull
    /// The LED plays.
    case playing
    /// The magnetometer is suspended.
    case suspended
    /// A value that no source documents.
    case undocumentedValue
    /// The watchdog is locked.
    case locked
    /// Too many measurements wait already.
    case busy
    /// Nothing answers on the bus.
    case noDevice
    /// A length that does not go with the bytes.
    case wrongLength
    /// There is nothing to do.
    case nothingToDo
    /// The mode has nothing of the kind.
    case wrongMode
    /// A calibration that stops the firmware.
    case fatal
}

/// Why a request was not answered, for the trace.
package enum Refusal: Error, Equatable, Sendable {
    /// Fewer than the two bytes of a header.
    case shortPacket(count: Int)
    /// The board has no such module.
    case absentModule(UInt8)
    /// The board has it, the model does not.
    case unmodelledModule(UInt8)
    /// No revision of the module has such a register.
    case unknownRegister(module: UInt8, register: UInt8)
    /// A later revision of the module has it.
    case newerRegister(name: String, since: UInt8)
    /// The module has it, the model does not.
    case unmodelledRegister(name: String, why: String)
    /// A register that only answers or notifies.
    case notWritable(name: String)
    /// A register that cannot be asked.
    case notReadable(name: String)
    /// The payload does not fit the register.
    case malformed(name: String, LayoutError)
    /// A state that forbids it: its kind, and in words.
    case refused(Obstacle, String)
}

extension Refusal: CustomStringConvertible {
    /// The text in the trace.
    package var description: String {
        switch self {
        case .shortPacket(let count):
            "ignored: \(count) \(count == 1 ? "byte is" : "bytes are") too short for a packet"
        case .absentModule(let id): "ignored: no module \(Hex.text([id]))"
        case .unmodelledModule(let id): "ignored: module \(Hex.text([id])) is not modelled yet"
        case .unknownRegister(let module, let register):
            "ignored: module \(Hex.text([module])) has no register \(Hex.text([register]))"
        case .newerRegister(let name, let since): "ignored: \(name) needs revision \(since)"
        case .unmodelledRegister(let name, let why): "ignored: \(name) is not modelled: \(why)"
        case .notWritable(let name): "ignored: \(name) cannot be written"
        case .notReadable(let name): "ignored: \(name) cannot be read"
        case .malformed(let name, let error): "ignored: \(name) \(error)"
        case .refused(_, let why): "ignored: \(why)"
        }
    }
}
