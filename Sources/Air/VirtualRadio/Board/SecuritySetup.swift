public import Pairing

/// What a simulated peripheral, or an in-process central, needs to pair.
public struct SecuritySetup {
    /// How it pairs.
    public var options: SecurityOptions
    /// Nil where there is none: pairing is then not supported.
    public var cryptography: (any Cryptography)?
    /// Where its bonds are kept.
    public var bonds: any BondStore
    /// Told what the display shows; what comes back is what somebody does then, nil for nothing yet.
    public var onQuestion: (PairingQuestion) -> PairingAnswer?

    /// Bonds that go with the process, and nobody at the board, unless told otherwise.
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
