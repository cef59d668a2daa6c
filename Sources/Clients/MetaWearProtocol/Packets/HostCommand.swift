/// Something that is one write to a board.
public protocol HostCommand: Sendable {
    /// What is written.
    var packet: Packet { get }
}

/// Something that takes several writes, in this order.
public protocol HostCommandSequence: Sendable {
    /// What is written.
    var packets: [Packet] { get }
}

/// A value that a board sends when it is asked for it.
public protocol ReadableValue: Sendable {
    /// What an answer holds.
    associatedtype Sample: Sendable
    /// The module that is asked.
    var module: MWModule { get }
    /// The register that answers, without flags.
    var dataRegister: UInt8 { get }
    /// What is written to ask.
    var readPacket: Packet { get }
    /// Reads the whole answer, header included.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    func sample(from packet: Span<UInt8>) throws(MWError) -> Sample
}

extension ReadableValue {
    /// Reads the whole answer, header included.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public func sample(from packet: [UInt8]) throws(MWError) -> Sample {
        try sample(from: packet.span)
    }
}

/// How the answers to reads and commands are told apart (protocol, core 1.5).
public struct AnswerKey: Sendable, Hashable {
    /// The module's number.
    public var module: UInt8
    /// The register without flags.
    public var register: UInt8
    /// True if bit 7 of the answer is set.
    public var isRead: Bool

    /// A key.
    public init(module: UInt8, register: UInt8, isRead: Bool) {
        self.module = module
        self.register = register
        self.isRead = isRead
    }

    /// Of a packet that the board sent.
    public init(of packet: Packet) {
        self.init(module: packet.module, register: packet.register, isRead: packet.isRead)
    }

    /// The answer that a request gets; nil for a silent read and for a command that none answers.
    ///
    /// Answers to what makes something (a processor, an event, a logger, a timer, a macro) have bit 7 clear.
    public init?(answering request: Packet) {
        guard !request.isSilent else { return nil }
        let makes =
            request.register == 0x02
            && [.dataProcessor, .event, .logging, .timer, .macro].contains(request.knownModule)
        guard request.isRead || makes else { return nil }
        self.init(module: request.module, register: request.register, isRead: request.isRead)
    }
}
