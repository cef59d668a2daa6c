package import CoreBluetooth
package import Foundation
package import MetaWearProtocol

/// A host's radio in callbacks: what each kind of radio implements, and ``RadioHub`` makes a ``BLERadio`` of.
///
/// All calls and callbacks are on the radio's one thread.
package protocol RadioPort: AnyObject {
    /// Sets the radio up, if it is not; called before each use.
    func start()
    /// What the radio can do now.
    var state: CBManagerState { get }
    /// Why the radio cannot be used, and what to do about it; nil if there is nothing to say beyond ``state``.
    var failure: String? { get }
    /// Called after each change of ``state``.
    var onState: () -> Void { get set }
    /// Called with all that advertises nearby while a scan is on.
    var onReport: (RadioReport) -> Void { get set }
    /// Starts or ends the scan. It is started only when the radio is on, and ends by itself when it no longer is.
    func scan(_ isOn: Bool)
    /// A new link to a peripheral, not opened yet; nil if the radio cannot tell which one is meant.
    func link(to identifier: UUID) -> (any LinkPort)?
}

extension RadioPort {
    /// It needs no setting up.
    package func start() {}
    /// Its state says it all.
    package var failure: String? { nil }
}

/// One link to a peripheral in callbacks: what each kind of radio implements, and ``LinkSession`` holds to the
/// contract of ``BLETransport``.
///
/// All calls and callbacks are on the radio's one thread. A link is opened once and closed once. The
/// operations are called between the two, and only for characteristics that the peripheral has. None needs a time limit
/// of its own.
package protocol LinkPort: AnyObject {
    /// Called once when the link is lost after it was opened; not after ``close(_:)``.
    var onLoss: (MWError) -> Void { get set }
    /// Connects and finds the characteristics.
    func open(_ done: @escaping (MWError?) -> Void)
    /// Ends the link or the attempt, and calls back when it is down; `open` then does not call back any more.
    func close(_ done: @escaping () -> Void)
    /// Whether the peripheral has the characteristic.
    func has(_ characteristic: CBUUID) -> Bool
    /// The longest value of a write without response, in bytes.
    var longestCommand: Int { get }
    /// Reads a value of any length.
    func read(_ characteristic: CBUUID, _ done: @escaping (Result<Data, MWError>) -> Void)
    /// Writes a value and calls back when it was answered, or without a response when it was sent.
    func write(
        _ data: Data, to characteristic: CBUUID, _ type: CBCharacteristicWriteType,
        _ done: @escaping (MWError?) -> Void)
    /// Turns notifications on; from now on `onValue` gets them instead of an earlier one.
    func subscribe(
        to characteristic: CBUUID, onValue: @escaping (Data) -> Void,
        _ done: @escaping (MWError?) -> Void)
    /// Turns notifications off.
    func unsubscribe(from characteristic: CBUUID, _ done: @escaping () -> Void)
    /// Reads the strength of the link in dBm.
    func readRSSI(_ done: @escaping (Result<Int, MWError>) -> Void)
}

/// An advertisement with the services that it names.
package struct RadioReport {
    package var result: ScanResult
    package var services: [CBUUID]

    package init(_ result: ScanResult, services: [CBUUID]) {
        self.result = result
        self.services = services
    }
}
