public import CoreBluetooth
public import Foundation

/// A host's radio: finds boards and gives each a transport of its own.
public protocol BLERadio: Sendable {
    /// What the radio can do: its present state, then each change, until the consuming task ends.
    func states() -> AsyncStream<CBManagerState>

    /// All that advertises nearby, one element a packet, until the consuming task ends. It begins when the radio
    /// is on.
    func scan() -> AsyncStream<ScanResult>

    /// The link to one board, which need not have been found before.
    func transport(to identifier: UUID) -> any BLETransport
}
