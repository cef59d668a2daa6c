import Bluetooth

/// The side of a pairing (Core Vol 3, Part H, 2.3): a central initiates, a peripheral responds.
package enum PairingRole: Sendable {
    case initiator, responder
}

/// Who is who in a pairing, and what both have declared.
struct PairingTerms {
    /// This side's.
    let role: PairingRole
    let request: PairingPDU
    let response: PairingPDU
    let initiator: PairingFeatures
    let responder: PairingFeatures
    let initiatorAddress: Address
    let responderAddress: Address
    /// This side's key for its private addresses.
    let identityResolvingKey: [UInt8]

    var own: PairingFeatures { role == .initiator ? initiator : responder }
    var peer: PairingFeatures { role == .initiator ? responder : initiator }
    var ownAddress: Address { role == .initiator ? initiatorAddress : responderAddress }
    var peerAddress: Address { role == .initiator ? responderAddress : initiatorAddress }

    private var common: AuthenticationRequirements {
        initiator.requirements.intersection(responder.requirements)
    }
    var isSecureConnections: Bool { common.contains(.secureConnections) }
    var isBonding: Bool { common.contains(.bonding) }

    /// The keys that this side gives, and those that it takes.
    var given: KeyDistribution {
        agreed(role == .initiator ? responder.initiatorKeys : responder.responderKeys)
    }
    var taken: KeyDistribution {
        agreed(role == .initiator ? responder.responderKeys : responder.initiatorKeys)
    }

    /// The response has the last word. A long-term key of LE Secure Connections is made by both, not
    /// given (3.6.1).
    private func agreed(_ keys: KeyDistribution) -> KeyDistribution {
        isSecureConnections ? keys.subtracting(.encryption) : keys
    }

    /// The response grants no key that was not asked for (3.6.1).
    var isWithinRequest: Bool {
        initiator.initiatorKeys.isSuperset(of: responder.initiatorKeys)
            && initiator.responderKeys.isSuperset(of: responder.responderKeys)
    }
}
