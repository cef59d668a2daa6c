import Bluetooth
import Central
import Peripheral
import Simulation
import VirtualRadio

/// A radio that does what a test wants, in the time of a simulation.
final class ScriptedPort: RadioPort {
    var limits: AccessLimits = []
    var onState: () -> Void = {}
    var onReport: (ScanReport) -> Void = { _ in }
    var state = RadioState.on { didSet { onState() } }
    var known: [Address] = []
    /// What the radio answers to a scan.
    var scanAnswer: Result<Void, AccessError> = .success(())
    /// Advertisers that a scan hears after a second.
    var heard: [Address] = []
    /// What becomes of each attempt to connect, the oldest first; nil: nothing.
    var attempts: [Result<Void, AccessError>?] = []
    private(set) var scans: [ScanKind?] = []
    private(set) var links: [ScriptedLink] = []
    private(set) var isClosed = false
    private let air: Air
    private var medium: Medium { air.medium }

    init(_ air: Air) { self.air = air }

    func after(_ time: Nanoseconds, _ action: @escaping () -> Void) {
        medium.at(medium.clock.now + time, action)
    }

    func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) {
        scans.append(kind)
        done(scanAnswer)
        guard kind != nil else { return }
        after(.seconds(1)) { [self] in
            for address in heard {
                if !known.contains(address) { known.append(address) }
                onReport(
                    ScanReport(
                        time: medium.clock.now, address: address, rssi: -50, connectable: true,
                        data: [], scanResponse: []))
            }
        }
    }

    func link(to peer: Address) -> any LinkPort {
        let link = ScriptedLink(attempts.isEmpty ? .success(()) : attempts.removeFirst(), self)
        links.append(link)
        return link
    }

    func close() { isClosed = true }
}

/// A link of a ``ScriptedPort``: a characteristic that can be read.
final class ScriptedLink: LinkPort {
    var onEnd: (AccessError) -> Void = { _ in }
    let longestCommand = 20
    private(set) var isClosed = false
    private let outcome: Result<Void, AccessError>?
    private let port: ScriptedPort

    init(_ outcome: Result<Void, AccessError>?, _ port: ScriptedPort) {
        self.outcome = outcome
        self.port = port
    }

    func open(_ done: @escaping AccessCompletion<Void>) {
        guard let outcome else { return }
        port.after(.milliseconds(10)) { done(outcome) }
    }

    func close(_ done: @escaping () -> Void) {
        isClosed = true
        port.after(.milliseconds(10), done)
    }

    func exchangeMTU(_ request: Int, _ done: @escaping AccessCompletion<Int>) { done(.success(23)) }

    func discover(
        knowing known: [RemoteService]?, _ done: @escaping AccessCompletion<[RemoteService]>
    ) { done(.success(known ?? [])) }

    func read(_ value: BluetoothUUID, _ done: @escaping AccessCompletion<[UInt8]>) {
        port.after(.milliseconds(10)) { done(.success([7])) }
    }

    func write(
        _ bytes: [UInt8], to value: BluetoothUUID, _ kind: WriteKind,
        _ done: @escaping AccessCompletion<Void>
    ) { port.after(.milliseconds(10)) { done(.success(())) } }

    func listen(to value: BluetoothUUID, _ take: ((Instant, Span<UInt8>) -> Void)?) {}

    func configure(
        _ value: BluetoothUUID, _ kind: Subscription, _ done: @escaping AccessCompletion<Void>
    ) { done(.success(())) }

    func readRSSI(_ done: @escaping AccessCompletion<Int>) { done(.success(-50)) }
}
