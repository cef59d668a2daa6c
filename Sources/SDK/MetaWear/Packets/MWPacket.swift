public import Foundation

/// Packets as bytes.
public enum MWPacket {
    /// A write to a register.
    public static func command(
        _ module: MWModule, _ register: UInt8, _ payload: UInt8...
    ) -> Data { Packet(module, register, payload).data }

    /// A write to a register.
    static func command(_ module: MWModule, _ register: UInt8, _ payload: [UInt8]) -> Data {
        Packet(module, register, payload).data
    }

    /// A write to a register.
    public static func command<R: RawRepresentable>(
        _ module: MWModule, _ register: R, _ payload: [UInt8] = []
    ) -> Data where R.RawValue == UInt8 { Packet(module, register, payload).data }

    /// A write to a register.
    public static func command<R: RawRepresentable>(
        _ module: MWModule, _ register: R, _ payload: UInt8...
    ) -> Data where R.RawValue == UInt8 { Packet(module, register, payload).data }

    /// A read of a register, which the board answers.
    public static func read(_ module: MWModule, _ register: UInt8, _ payload: UInt8...) -> Data {
        Packet.read(module, register, payload).data
    }

    /// A read of a register, which the board answers.
    static func read(_ module: MWModule, _ register: UInt8, _ payload: [UInt8]) -> Data {
        Packet.read(module, register, payload).data
    }

    /// A read of a register, which the board answers.
    public static func read<R: RawRepresentable>(
        _ module: MWModule, _ register: R, _ payload: [UInt8] = []
    ) -> Data where R.RawValue == UInt8 { Packet.read(module, register, payload).data }

    /// The module of a packet; nil for an unknown one and for no bytes.
    public static func module(from packet: Data) -> MWModule? {
        packet.first.flatMap(MWModule.init(discovered:))
    }

    /// The register without flags; nil for fewer than two bytes.
    public static func register(from packet: Data) -> UInt8? { Packet(packet)?.register }
}
