import Wire

/// What a packet begins with that somebody waits for (protocol, core 1.5).
package struct AnswerPattern: Sendable, Hashable {
    private var values: [UInt8]
    /// Which bits of each value count.
    private var masks: [UInt8]
    /// Whether nothing may follow.
    private var isExact = false

    /// Packets of a register.
    ///
    /// - Parameters:
    ///   - module: its number.
    ///   - register: without flags.
    ///   - isRead: true for the answer to a read, false for other packets, nil for either.
    ///   - prefix: what follows the header, as the number of a pin.
    package init(_ module: UInt8, _ register: UInt8, isRead: Bool?, prefix: [UInt8] = []) {
        values = [module, register | (isRead == true ? RegisterFlag.read : 0)] + prefix
        let flag = isRead == nil ? 0 : RegisterFlag.read
        masks = [0xFF, RegisterFlag.numberMask | flag] + prefix.map { _ in 0xFF }
    }

    /// Packets of a register.
    package init(_ module: MWModule, _ register: UInt8, isRead: Bool?, prefix: [UInt8] = []) {
        self.init(module.rawValue, register, isRead: isRead, prefix: prefix)
    }

    /// The answer to a read, or to a command that makes something.
    ///
    /// - Parameter prefix: what follows the header.
    package init(answering request: Packet, prefix: [UInt8] = []) {
        self.init(request.module, request.register, isRead: request.isRead, prefix: prefix)
    }

    /// Packets with these bytes.
    ///
    /// - Parameters:
    ///   - bytes: nil for any byte.
    ///   - isExact: whether nothing may follow.
    package init(_ bytes: [UInt8?], isExact: Bool = false) {
        values = bytes.map { $0 ?? 0 }
        masks = bytes.map { $0 == nil ? 0 : 0xFF }
        self.isExact = isExact
    }

    /// Whether a packet fits; one that ends before the pattern does not.
    package func matches(_ packet: Span<UInt8>) -> Bool {
        guard packet.count >= values.count, !isExact || packet.count == values.count else {
            return false
        }
        for i in values.indices where (packet[i] ^ values[i]) & masks[i] != 0 { return false }
        return true
    }

    /// Whether a packet fits; one that ends before the pattern does not.
    package func matches(_ packet: [UInt8]) -> Bool { matches(packet.span) }
}

extension AnswerPattern: CustomStringConvertible {
    /// `[0b 84 …]`; `..` stands for any byte.
    package var description: String {
        let text = zip(values, masks).map { $1 == 0 ? ".." : Hex.text([$0]) }
        return "[\(text.joined(separator: " "))\(isExact ? "" : " …")]"
    }
}
