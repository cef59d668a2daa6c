// The names of cases are for programmers; traces have words.

extension PairingQuestion: CustomStringConvertible {
    /// What somebody is asked, in words.
    public var description: String {
        switch self {
        case .show(let passkey): "shows the passkey \(Self.digits(passkey))"
        case .enterPasskey: "waits for a passkey"
        case .authorize: "asks whether to pair"
        case .compare(let number): "asks whether both show \(Self.digits(number))"
        }
    }

    /// Six digits, as people compare them (Core Vol 3, Part H, 2.3.5.3).
    private static func digits(_ number: UInt32) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, 6 - text.utf8.count)) + text
    }
}

extension PairingMethod: CustomStringConvertible {
    /// The method's name in words.
    public var description: String {
        switch self {
        case .justWorks: "Just Works"
        case .numericComparison: "numeric comparison"
        case .passkeyShown: "passkey shown by the board"
        case .passkeyEntered: "passkey typed into the board"
        }
    }
}

extension PairingOutcome: CustomStringConvertible {
    /// How it ended, in words.
    public var description: String {
        switch self {
        case .completed(let method, let bonded):
            "done by \(method), \(bonded ? "keys are kept" : "keys are not kept")"
        case .failed(let failure): "failed, \(failure)"
        case .failedByPeer(let code):
            "given up by the other side, \(PairingFailure(rawValue: code)?.description ?? "reason \(code)")"
        case .cancelled: "cancelled"
        case .encryptionFailed(let status): "failed, no encryption, status \(status)"
        case .timedOut: "failed, nothing came for 30 s"
        case .linkLost: "failed, the link ended"
        }
    }
}

extension PairingFailure: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .passkeyEntryFailed: "no passkey was typed"
        case .oobNotAvailable: "no out-of-band data"
        case .authenticationRequirements: "authentication requirements cannot be met"
        case .confirmValueFailed: "wrong confirm value (another passkey?)"
        case .pairingNotSupported: "pairing not supported"
        case .encryptionKeySize: "key too short"
        case .commandNotSupported: "command not supported"
        case .unspecifiedReason: "unspecified reason"
        case .repeatedAttempts: "too soon after a failed attempt"
        case .invalidParameters: "invalid parameters"
        case .dhKeyCheckFailed: "wrong DHKey check"
        case .numericComparisonFailed: "numbers are not equal"
        case .brEDRPairingInProgress: "pairing over BR/EDR is under way"
        case .crossTransportNotAllowed: "keys of the other transport not allowed"
        case .keyRejected: "key rejected"
        case .busy: "busy"
        }
    }
}
