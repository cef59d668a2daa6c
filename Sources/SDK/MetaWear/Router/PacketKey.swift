import Foundation
import MetaWearProtocol

/// What a packet is about: its module and its register without the flags.
struct PacketKey: Hashable, Sendable, CustomStringConvertible {
    /// The module's number.
    let module: UInt8
    /// 0 to 63.
    let register: UInt8

    /// A key; flags in the register are ignored.
    init(_ module: UInt8, _ register: UInt8) {
        self.module = module
        self.register = register & 0x3F
    }

    /// A key; flags in the register are ignored.
    init(_ module: MWModule, _ register: UInt8) { self.init(module.rawValue, register) }

    /// Of a packet; nil for fewer than two bytes.
    init?(_ packet: Data) {
        guard packet.count >= 2 else { return nil }
        self.init(packet[packet.startIndex], packet[packet.startIndex + 1])
    }

    /// `register 02 of timer`.
    var description: String {
        let register = String(register, radix: 16, uppercase: true)
        let name = MWModule(rawValue: module)?.name ?? "module \(String(module, radix: 16))"
        return "register \(register.count < 2 ? "0" : "")\(register) of \(name)"
    }
}
