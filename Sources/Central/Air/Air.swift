public import Bluetooth
public import Peripheral
public import Simulation

/// The radio world of one simulation: who hears whom, when, and how well.
public final class Air {
    public unowned let simulation: Simulation
    public let radio: Radio

    public init(_ simulation: Simulation, radio: Radio = Radio()) {
        self.simulation = simulation
        self.radio = radio
    }

    /// Puts a peripheral on the air, `distance` metres from the centrals.
    ///
    /// Beyond `range` metres nothing is heard, however strong the signal is.
    public func add(_ peripheral: any Peripheral, distance: Double = 1, range: Double? = nil) {}
    /// Moves a peripheral; links that are out of reach end by their supervision timeout.
    public func move(_ peripheral: Address, to distance: Double) {}
    /// Limits how far a peripheral is heard, in metres; nil for as far as the signal carries.
    public func limitRange(of peripheral: Address, to range: Double?) {}
    /// From `start` on for `duration`, packets to and from the peripheral are lost with these
    /// probabilities (0 to 1); 1 cuts the link for that time.
    public func interfere(
        with peripheral: Address, lossToPeripheral: Double, lossToCentral: Double,
        from start: Instant, for duration: Nanoseconds
    ) {}
    /// Kills the peripheral's links without a word, and keeps it from being heard for `duration`.
    public func dropLink(of peripheral: Address, silentFor duration: Nanoseconds = .zero) {}
    /// What the peripheral's links carried.
    public func statistics(of peripheral: Address) -> LinkStatistics? { nil }
    /// The peripheral's signal strength at the centrals in dBm, now; nil if it is unknown.
    public func rssi(of peripheral: Address) -> Int? { nil }

    func join(_ central: Central) {}
    func listen() {}
    func inventAddress(for name: String) -> Address { Address(0xC0FF_EE00_0000) }
    func begin(_ attempt: ConnectAttempt, of central: Central, timeout: Nanoseconds) {}
}

final class Link {
    struct Ring { var count = 0 }
    var toPeripheral = Ring()
    func terminateFromCentral() {}
    func updateFromCentral(
        _ parameters: ConnectionParameters, _ completion: @escaping Completion<ConnectionParameters>
    ) {}
}
