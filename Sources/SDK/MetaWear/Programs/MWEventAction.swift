public import Foundation

/// What a board does when an event's source notifies: one command.
public struct MWEventAction: Sendable, Equatable {
    /// Whose command it is.
    public let module: MWModule
    /// The register byte with its flags.
    public let register: UInt8
    /// What follows the header, 0 to 255 bytes.
    public let params: Data

    /// A command by its parts.
    public init(module: MWModule, register: UInt8, params: Data = Data()) {
        self.module = module
        self.register = register
        self.params = params
    }

    /// A command as a host would send it.
    ///
    /// - Throws: `MWError.operationFailed` for fewer than two bytes, for an unknown module, and for a command that takes
    ///   several packets: each of those needs an event of its own.
    public init(command: any MWCommand) throws {
        let writes = command.writes
        guard writes.count == 1, let packet = writes.first.flatMap(Packet.init) else {
            throw MWError.operationFailed(
                "an event's action is one packet of two bytes or more, not \(writes.count) packets"
                    + " of \(writes.map(\.count)) bytes")
        }
        guard let module = packet.knownModule else {
            throw MWError.operationFailed("the module \(packet.module) of an action is unknown")
        }
        self.init(module: module, register: packet.registerByte, params: Data(packet.payload))
    }

    /// As a packet.
    package var packet: Packet {
        Packet(module: module.rawValue, registerByte: register, payload: [UInt8](params))
    }
}
