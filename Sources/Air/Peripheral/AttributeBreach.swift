public import Bluetooth

/// What a central must not do and the Attribute Protocol has no error for: the server goes on.
public enum AttributeBreach: Sendable, Equatable {
    /// The MTU was exchanged before (Core Vol 3, Part F, 3.4.2.1).
    case secondExchange
    /// The central's MTU is below the least of the protocol, 23 (3.4.2.1, 5.2.1).
    case mtuTooSmall(Int)
    /// The answer to the request before is still on its way (3.3.2).
    case requestBeforeAnswer(AttributeOpcode)
    /// The connection ended while parts of a prepared write waited (3.4.6).
    case neverExecuted(parts: Int)
}

extension AttributeBreach: CustomStringConvertible {
    /// For users: `an MTU of 20 is offered`.
    public var description: String {
        switch self {
        case .secondExchange: "the MTU is exchanged a second time"
        case .mtuTooSmall(let mtu): "an MTU of \(mtu) is offered"
        case .requestBeforeAnswer(let opcode): "\(opcode) before the last answer has arrived"
        case .neverExecuted(let parts): "\(parts) parts of a prepared write were not executed"
        }
    }
}
