public import Wire

/// What module discovery answers (protocol, sensors 1.8).
public struct ModuleInformation: Sendable, Equatable {
    public var implementation: UInt8
    public var revision: UInt8
    public var extra: [UInt8]

    public init(_ implementation: UInt8, _ revision: UInt8, _ extra: [UInt8] = []) {
        self.implementation = implementation
        self.revision = revision
        self.extra = extra
    }

    var bytes: [UInt8] { [implementation, revision] + extra }
}

/// A block of the firmware, addressed by the first byte of every packet.
///
/// A module is made anew at every reset: what survives one lives in `MetaWearBoard.flash` or in
/// the hardware around it.
public protocol Module: AnyObject, SendableMetatype {
    static var id: UInt8 { get }
    static var name: String { get }
    /// Every register of every revision, in order of id.
    static var registers: [Register<Self>] { get }

    init(_ information: ModuleInformation, on board: MetaWearBoard)
    /// A delayed event that this module asked for through `MetaWearBoard.schedule`.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard)
    /// The central is gone.
    func disconnected(on board: MetaWearBoard)
    /// The link takes notifications again after it had refused one.
    func readyToSend(on board: MetaWearBoard)
}

extension Module {
    public func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {}
    public func disconnected(on board: MetaWearBoard) {}
    public func readyToSend(on board: MetaWearBoard) {}

    static func register(_ id: UInt8) -> Register<Self>? {
        registers.first { $0.declaration.id == id }
    }

    /// The declarations of the registers, for the trace, the docs and the tests.
    public static var declarations: [RegisterDeclaration] { registers.map(\.declaration) }
}

/// How a request ended that the board met with silence; the trace says it.
public enum Refusal: Error, Equatable, Sendable {
    case shortPacket(count: Int)
    case absentModule(UInt8)
    case unmodelledModule(UInt8)
    case unknownRegister(module: UInt8, register: UInt8)
    case newerRegister(name: String, since: UInt8)
    case unmodelledRegister(name: String, why: String)
    case notWritable(name: String)
    case notReadable(name: String)
    case malformed(name: String, LayoutError)
    /// A state that forbids it, in words.
    case refused(String)
}

extension Refusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .shortPacket(let count): "ignored: \(count) bytes are no packet"
        case .absentModule(let id): "ignored: no module \(Hex.text([id]))"
        case .unmodelledModule(let id): "ignored: module \(Hex.text([id])) is not modelled yet"
        case .unknownRegister(let module, let register):
            "ignored: module \(Hex.text([module])) has no register \(Hex.text([register]))"
        case .newerRegister(let name, let since): "ignored: \(name) needs revision \(since)"
        case .unmodelledRegister(let name, let why): "ignored: \(name) is not modelled: \(why)"
        case .notWritable(let name): "ignored: \(name) cannot be written"
        case .notReadable(let name): "ignored: \(name) cannot be read"
        case .malformed(let name, let error): "ignored: \(name) \(error)"
        case .refused(let why): "ignored: \(why)"
        }
    }
}
