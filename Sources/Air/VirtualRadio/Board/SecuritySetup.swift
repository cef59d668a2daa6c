public import Pairing

/// What a simulated peripheral, or an in-process central, needs to pair.
public struct SecuritySetup {
    /// How it pairs.
    public var options: SecurityOptions
    /// Nil for none: pairing is then not supported.
    package var cryptography: (any Cryptography)?
    /// Where its bonds are kept.
    package var bonds: any BondStore
    /// Called with what the display shows; returns the user's answer, or nil for none yet.
    package var onQuestion: (PairingQuestion) -> PairingAnswer?

    /// Bonds in memory, and no user at the board, by default.
    public init(
        _ options: SecurityOptions, cryptography: (any Cryptography)?,
        bonds: any BondStore = BondMemory(),
        onQuestion: @escaping (PairingQuestion) -> PairingAnswer? = { _ in nil }
    ) {
        self.options = options
        self.cryptography = cryptography
        self.bonds = bonds
        self.onQuestion = onQuestion
    }
}
