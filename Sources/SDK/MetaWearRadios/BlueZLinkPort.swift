internal import BlueZCentral
internal import Bluetooth
internal import Central
internal import CoreBluetooth
internal import DBus
internal import EventLoop
internal import Foundation
internal import MetaWearGATT
internal import MetaWearProtocol
internal import MetaWearTransport

/// A link through BlueZ.
final class BlueZLinkPort: LinkPort {
    var onLoss: (MWError) -> Void = { _ in }
    private let identifier: UUID
    private let port: BlueZPort
    private let thread: LoopThread
    private var device: BlueZDevice?
    private var characteristics: [CBUUID: String] = [:]
    private var whenOpen: ((MWError?) -> Void)?
    private var whenDown: (() -> Void)?
    private var isUp = false
    private var pause: Watch?
    /// The last signal strength that BlueZ has reported; it reports none of links.
    private var rssi: Int?
    /// Whether BlueZ has to find the device first.
    private(set) var isSeeking = false

    init(to identifier: UUID, through port: BlueZPort, on thread: LoopThread) {
        self.identifier = identifier
        self.port = port
        self.thread = thread
    }

    // MARK: Connecting

    func open(_ done: @escaping (MWError?) -> Void) {
        whenOpen = done
        find()
    }

    private func find() {
        guard whenOpen != nil else { return }
        guard let client = port.client, let path = port.device(identifier) else {
            return seek(true)
        }
        seek(false)
        let device = BlueZDevice(path, client, on: thread.loop.value)
        self.device = device
        noteRSSI()
        device.attempt { [weak self, weak device] result in
            guard let self, let device, device === self.device, whenDown == nil else { return }
            switch result {
            case .success(true): opened()
            case .success(false): tryAgain()
            case .failure(let error): fail(MWError(error))
            }
        }
    }

    /// An attempt that failed does not count: BlueZ gives up after some time of its own.
    private func tryAgain() {
        device = nil
        pause = thread.loop.value.after(milliseconds: 50) { [weak self] in self?.find() }
    }

    private func seek(_ isOn: Bool) {
        guard isSeeking != isOn else { return }
        isSeeking = isOn
        port.seekersChanged()
    }

    private func opened() {
        guard let device else { return }
        for path in device.characteristics {
            guard let uuid = device.uuid(of: path).map({ CBUUID($0) }) else { continue }
            if characteristics[uuid] == nil { characteristics[uuid] = path }
        }
        isUp = true
        let done = whenOpen
        whenOpen = nil
        done?(nil)
    }

    private func fail(_ error: MWError) {
        let done = whenOpen
        whenOpen = nil
        seek(false)
        done?(error)
    }

    /// Something on the bus has changed.
    func changed(_ path: String, _ interface: String, _ names: [String]) {
        if isSeeking, interface == RemoteObjects.device { find() }
        guard let device else { return }
        if path == device.path { noteRSSI() }
        let wasUp = isUp
        device.changed(path, interface, names)
        guard wasUp, path == device.path, !device.isConnected else { return }
        lost(.operationFailed("the link was lost: BlueZ has lost the link"))
    }

    private func noteRSSI() { rssi = device?.property("RSSI")?.number ?? rssi }

    /// The link is down, or BlueZ is gone.
    func lost(_ error: MWError) {
        let wasUp = isUp
        isUp = false
        pause = nil
        device?.close()
        device = nil
        if let done = whenDown {
            whenDown = nil
            done()
        } else if wasUp {
            onLoss(error)
        } else if whenOpen != nil {
            fail(error)
        }
    }

    func close(_ done: @escaping () -> Void) {
        whenOpen = nil
        pause = nil
        seek(false)
        guard let device else { return done() }
        let wasUp = isUp
        whenDown = done
        // It ends an attempt, too, of which no property tells the end.
        device.disconnect { [weak self] result in
            guard let self, whenDown != nil else { return }
            if case .success = result, wasUp, device.isConnected { return }
            lost(.operationFailed("disconnected"))
        }
    }

    // MARK: Values

    func has(_ characteristic: CBUUID) -> Bool { characteristics[characteristic] != nil }

    /// BlueZ raises the MTU to 517, or what the peripheral takes, and refuses what is too long.
    var longestCommand: Int { 512 }

    func read(_ characteristic: CBUUID, _ done: @escaping (Result<Data, MWError>) -> Void) {
        guard let device, let path = characteristics[characteristic] else { return }
        device.read(path) { done($0.map { Data($0) }.mapError { MWError($0) }) }
    }

    func write(
        _ data: Data, to characteristic: CBUUID, _ type: CBCharacteristicWriteType,
        _ done: @escaping (MWError?) -> Void
    ) {
        guard let device, let path = characteristics[characteristic] else { return }
        device.write([UInt8](data), to: path, isAnswered: type == .withResponse) {
            done($0.error)
        }
    }

    func subscribe(
        to characteristic: CBUUID, onValue: @escaping (Data) -> Void,
        _ done: @escaping (MWError?) -> Void
    ) {
        guard let device, let path = characteristics[characteristic] else { return }
        device.subscribe(to: path, onValue: { onValue(Data($0)) }) { done($0.error) }
    }

    func unsubscribe(from characteristic: CBUUID, _ done: @escaping () -> Void) {
        guard let device, let path = characteristics[characteristic] else { return }
        device.unsubscribe(from: path) { _ in done() }
    }

    func readRSSI(_ done: @escaping (Result<Int, MWError>) -> Void) {
        done(
            rssi.map(Result.success)
                ?? .failure(
                    .operationFailed(
                        "BlueZ reports the signal strength only of advertisements, and has heard"
                            + " none of this board")))
    }
}

extension Result where Failure == AccessError {
    fileprivate var error: MWError? {
        if case .failure(let error) = self { MWError(error) } else { nil }
    }
}
