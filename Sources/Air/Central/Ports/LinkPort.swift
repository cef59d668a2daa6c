package import Bluetooth
package import Peripheral
package import Simulation

/// Called once with the result of an operation of a port.
package typealias AccessCompletion<Value> = (Result<Value, AccessError>) -> Void

/// One link to a peripheral in callbacks.
///
/// All calls and callbacks are on the radio's one thread. A link is opened once and closed once. Of several
/// characteristics with the same UUID the first counts. No operation needs a time limit of its own but ``open(_:)``.
package protocol LinkPort: AnyObject {
    /// Called once when the link has ended after it was opened; not after ``close(_:)``.
    var onEnd: (AccessError) -> Void { get set }
    /// The longest value of a write without response, in bytes.
    var longestCommand: Int { get }
    /// Connects. It fails with `missing` if the peripheral has to be heard again first.
    func open(_ done: @escaping AccessCompletion<Void>)
    /// Ends the link or the attempt, and calls back when it is down; `open` then does not call back any more.
    func close(_ done: @escaping () -> Void)
    /// Raises the ATT MTU; passes on the one in force.
    func exchangeMTU(_ request: Int, _ done: @escaping AccessCompletion<Int>)
    /// Finds the primary services with their contents. What an earlier link has found is taken without a request.
    func discover(
        knowing known: [RemoteService]?, _ done: @escaping AccessCompletion<[RemoteService]>)
    /// Reads a value of any length.
    func read(_ value: BluetoothUUID, _ done: @escaping AccessCompletion<[UInt8]>)
    /// Writes a value. A request calls back when it is answered and may have any length; a command when it is sent.
    func write(
        _ bytes: [UInt8], to value: BluetoothUUID, _ kind: WriteKind,
        _ done: @escaping AccessCompletion<Void>)
    /// Passes on the notifications and indications of a value from now on; nil ends that.
    func listen(to value: BluetoothUUID, _ take: ((Instant, Span<UInt8>) -> Void)?)
    /// Turns notifications or indications on; an empty set turns them off.
    func configure(
        _ value: BluetoothUUID, _ kind: Subscription, _ done: @escaping AccessCompletion<Void>)
    /// Reads the strength of the link in dBm.
    func readRSSI(_ done: @escaping AccessCompletion<Int>)
}
