/// Something that a board measures: a module and the register that its data come from.
public protocol MWSensor: Sendable {
    /// The module of its registers.
    var module: MWModule { get }
    /// The register of single samples, without flags.
    var dataRegister: UInt8 { get }
    /// The register that notifies several samples at once; nil if there is none.
    var packedDataRegister: UInt8? { get }
}

extension MWSensor {
    /// None.
    public var packedDataRegister: UInt8? { nil }
}
