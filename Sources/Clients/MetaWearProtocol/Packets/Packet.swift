import Wire

/// One packet between a host and a board: module, register byte, payload (protocol, core 1.5).
///
/// The module is a number, so that a packet can be anything: a module of older boards, or one that does not exist.
public struct Packet: Sendable, Hashable {
    /// The largest packet on either characteristic, in bytes.
    public static let largest = 20
    /// The largest packet that names the board: boards take names of 26 bytes in one write (protocol, core 1.5).
    public static let largestName = 28

    /// The module's number.
    public var module: UInt8
    /// The register with its two flags.
    public var registerByte: UInt8
    /// What follows the header, 0 to 18 bytes; longer payloads need a larger MTU.
    public var payload: [UInt8]

    /// A packet with any header.
    public init(module: UInt8, registerByte: UInt8, payload: [UInt8] = []) {
        self.module = module
        self.registerByte = registerByte
        self.payload = payload
    }

    /// A write to a register.
    public init(_ module: MWModule, _ register: UInt8, _ payload: [UInt8] = []) {
        self.init(module: module.rawValue, registerByte: register, payload: payload)
    }

    /// A write to a register.
    public init<R: RawRepresentable>(_ module: MWModule, _ register: R, _ payload: [UInt8] = [])
    where R.RawValue == UInt8 {
        self.init(module, register.rawValue, payload)
    }

    /// Reads the bytes of a packet; nil for fewer than two.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        self.init(module: bytes[0], registerByte: bytes[1], payload: Array(bytes[2...]))
    }

    /// A read of a register, which the board answers.
    public static func read(_ module: MWModule, _ register: UInt8, _ payload: [UInt8] = [])
        -> Packet
    {
        Packet(module, register | RegisterFlag.read, payload)
    }

    /// A read of a register, which the board answers.
    public static func read<R: RawRepresentable>(
        _ module: MWModule, _ register: R, _ payload: [UInt8] = []
    ) -> Packet where R.RawValue == UInt8 {
        read(module, register.rawValue, payload)
    }

    /// A silent read: the value goes to loggers on the board, and no answer comes (protocol, sensors 1.7).
    public static func silentRead(
        _ module: MWModule, _ register: UInt8, _ payload: [UInt8] = []
    ) -> Packet {
        Packet(module, register | RegisterFlag.read | RegisterFlag.silent, payload)
    }

    /// Turns the notifications of a register on or off (protocol, core 1.6).
    public static func subscribe(_ module: MWModule, _ register: UInt8, _ isOn: Bool) -> Packet {
        Packet(module, register, [isOn ? 1 : 0])
    }

    /// - Throws: `MWError.operationFailed` if a board does not take these bytes in one write; it would ignore them or
    ///   cut them without a word.
    public static func check(_ bytes: some Collection<UInt8>) throws(MWError) {
        let head = Array(bytes.prefix(2))
        let most = head == [MWModule.settings.rawValue, 0x01] ? largestName : largest
        guard bytes.count <= most else {
            throw .operationFailed(
                "a packet to a board has at most \(most) bytes; this one, \(Hex.text(head)) …,"
                    + " has \(bytes.count)")
        }
    }

    /// The register without flags, 0 to 63.
    public var register: UInt8 { registerByte & RegisterFlag.numberMask }
    /// True for a read and for the answer to it.
    public var isRead: Bool { registerByte & RegisterFlag.read != 0 }
    /// True for a read that no answer follows.
    public var isSilent: Bool { registerByte & RegisterFlag.silent != 0 }
    /// The known module; nil for another number.
    public var knownModule: MWModule? { MWModule(discovered: module) }
    /// As they go over the link.
    public var bytes: [UInt8] { [module, registerByte] + payload }
}

extension Packet: CustomStringConvertible {
    /// Lower-case hex pairs.
    public var description: String { Hex.text(bytes) }
}

/// The two flags of a register byte (protocol, core 1.5).
package enum RegisterFlag {
    /// A read, or the answer to one.
    package static let read: UInt8 = 0x80
    /// Without an answer over the link.
    package static let silent: UInt8 = 0x40
    /// The bits of the register's number.
    package static let numberMask: UInt8 = 0x3F
}
