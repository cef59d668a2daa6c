public import CoreBluetooth
public import Foundation

/// The link to one board, whatever the radio: what a device sends its packets through.
///
/// All errors are `MWError`, except those of tests.
public protocol BLETransport: Actor {
    /// What advertises nearby, one element a packet, until the consuming task ends.
    ///
    /// - Parameter services: only peripherals that advertise one of them; nil for all.
    func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult>

    /// Connects; returns when the characteristics are known.
    ///
    /// It has no time limit of its own. ``disconnect()`` ends an attempt, which then throws.
    func connect(to identifier: UUID) async throws

    /// Ends the link, or an attempt to connect; returns when it is down.
    func disconnect() async throws

    /// Writes a value: with response it returns when the board has answered, without when the value is queued.
    /// Values leave in the order of the calls.
    func write(
        _ data: Data, to characteristic: CBUUID, type: CBCharacteristicWriteType) async throws

    /// Reads a value of any length.
    func read(from characteristic: CBUUID) async throws -> Data

    /// Turns notifications on. The stream ends with an error when the link is lost, and without one after
    /// ``disconnect()``.
    func notifications(from characteristic: CBUUID) -> AsyncThrowingStream<Data, any Error>

    /// The strength of the link in dBm, -127 to 20.
    func readRSSI() async throws -> Int
}
