package import Bluetooth
package import Simulation

/// A host's radio in callbacks, whatever it is: the virtual air, an HCI controller, or this machine's BlueZ.
///
/// All calls and callbacks are on the radio's one thread, and nothing waits.
package protocol RadioPort: AnyObject {
    /// What this radio cannot do.
    var limits: AccessLimits { get }
    /// How long a link or an advertisement may take at least, on the clock, at any speed of the board.
    var patience: Nanoseconds { get }
    /// What the radio can do now.
    var state: RadioState { get }
    /// Called after each change of ``state``.
    var onState: () -> Void { get set }
    /// Called with all that advertises nearby while a scan is on.
    var onReport: (ScanReport) -> Void { get set }
    /// Sets the radio up, if it is not; called before each use.
    func start()
    /// Begins, changes or (nil) ends the scan. It is begun only when the radio is on, and ends by itself when that no
    /// longer is; `done` is called when the radio does what it was asked for last, or with the reason why not.
    func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>)
    /// The peripherals that can be connected to now; others must be heard first.
    var known: [Address] { get }
    /// A new link to a peripheral, not opened yet.
    func link(to peer: Address) -> any LinkPort
    /// Calls back when all that the radio had until now has been reported.
    func fence(_ done: @escaping AccessCompletion<Void>)
    /// Releases everything; no call is allowed afterwards.
    func close()
}

extension RadioPort {
    /// It is as fast as its board.
    package var patience: Nanoseconds { .zero }
    /// It needs no setting up.
    package func start() {}
    /// It reports everything at once.
    package func fence(_ done: @escaping AccessCompletion<Void>) { done(.success(())) }
}

/// How a radio scans.
package enum ScanKind: Equatable, Sendable {
    /// Without asking for scan responses, if the radio can do that.
    case passive
    /// With scan responses.
    case active
    /// The same, and what a daemon remembers of this peripheral is dropped first.
    case fresh(Address)
}

/// What a radio can do.
package enum RadioState: Equatable, Sendable {
    /// It has not said so yet.
    case unknown
    /// It is ready.
    case on
    /// It starts again, or the service that drives it does; why, in words.
    case resetting(String?)
    /// It is switched off; what to do about it, in words.
    case off(String?)
    /// This program may not use it.
    case unauthorized
    /// It cannot be used; why, in words, with a fix.
    case unusable(String?)

    /// Why it is not on, if there is something to say.
    package var why: String? {
        switch self {
        case .unknown, .on, .unauthorized: nil
        case .resetting(let why), .off(let why), .unusable(let why): why
        }
    }
}
