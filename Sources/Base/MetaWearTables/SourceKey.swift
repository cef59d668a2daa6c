/// Where a datum comes from, as loggers, processors and events name it (protocol, core 4.9).
public struct SourceKey: Hashable, Sendable {
    /// The index of a source that has none.
    public static let noIndex: UInt8 = 0xFF

    /// The module that makes it.
    public var module: UInt8
    /// With its read bits: `04` is a stream, `81` a loud read, `C1` a silent one.
    public var register: UInt8
    /// Channel, pin or slot; `FF` for none.
    public var index: UInt8

    /// A source; without an index, that of a signal that has none.
    public init(_ module: UInt8, _ register: UInt8, _ index: UInt8 = noIndex) {
        self.module = module
        self.register = register
        self.index = index
    }

    /// A source of a module.
    public init(_ module: MWModule, _ register: UInt8, _ index: UInt8 = noIndex) {
        self.init(module.rawValue, register, index)
    }

    /// As a command names it.
    public var bytes: [UInt8] { [module, register, index] }
}
