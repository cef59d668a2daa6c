import Bluetooth
import Central
import CoreBluetooth
import Foundation
import MetaWearGATT
import MetaWearProtocol
import MetaWearTransport
import Simulation
import VirtualRadio

/// A host's radio on the air of a desk, in virtual time.
package final class SimulatedPort: RadioPort {
    package var onState: () -> Void = {}
    package var onReport: (RadioReport) -> Void = { _ in }
    package var state = CBManagerState.poweredOn {
        didSet { if state != oldValue { stateChanged(from: oldValue) } }
    }
    private let central: Central
    private var known = KnownPeripherals()
    private var links: [WeakLink] = []

    private struct WeakLink {
        weak var link: SimulatedLink?
    }

    package init(_ air: Air, name: String) { central = Central(on: air, name: name) }

    deinit { central.leave() }

    /// Makes a peripheral known that no scan has found.
    package func know(_ address: Address) { known.add(address) }

    /// Ends the link to a peripheral, if there is one.
    package func loseLink(to identifier: UUID) {
        guard let address = known[identifier] else { return }
        for each in links where each.link?.address == address { each.link?.lose() }
    }

    private func stateChanged(from old: CBManagerState) {
        if old == .poweredOn {
            central.stopScan()
            for each in links { each.link?.drop() }
        }
        onState()
    }

    package func scan(_ isOn: Bool) {
        guard isOn else { return central.stopScan() }
        central.scan { [weak self] report in
            guard let self else { return }
            onReport(RadioReport(report, from: known.add(report.address)))
        }
    }

    package func link(to identifier: UUID) -> (any LinkPort)? {
        guard let address = known[identifier] else { return nil }
        let link = SimulatedLink(to: address, from: central)
        links.removeAll { $0.link == nil }
        links.append(WeakLink(link: link))
        return link
    }
}

/// A link of a ``SimulatedPort``.
final class SimulatedLink: AttributeLinkPort {
    var onLoss: (MWError) -> Void = { _ in }
    private let central: Central
    let address: Address
    private var connection: Connection?
    private(set) var attributes: AttributePort?
    private var whenDown: (() -> Void)?
    /// How long a controller takes to report the signal strength.
    private static let measuring = Nanoseconds.milliseconds(1)

    init(to address: Address, from central: Central) {
        self.address = address
        self.central = central
    }

    func open(_ done: @escaping (MWError?) -> Void) {
        // What the world keeps must not keep the world.
        central.connect(to: address, timeout: nil) { [weak self] result in
            switch result {
            case .success(let connection): self?.begin(connection, done)
            case .failure(let error): done(MWError(error))
            }
        }
    }

    private func begin(_ connection: Connection, _ done: @escaping (MWError?) -> Void) {
        self.connection = connection
        connection.onDisconnect = { [weak self] in self?.ended($0) }
        let attributes = AttributePort(connection.client)
        self.attributes = attributes
        attributes.discover { [weak connection] error in
            // A peripheral that cannot be discovered is of no use.
            if error != nil { connection?.disconnect() }
            done(error)
        }
    }

    private func ended(_ reason: DisconnectReason) {
        connection = nil
        if let whenDown {
            self.whenDown = nil
            whenDown()
        } else {
            onLoss(MWError(.disconnected(reason)))
        }
    }

    /// The radio is off.
    func drop() {
        if let connection { connection.vanish() } else { central.cancelConnect(to: address) }
    }

    /// The peripheral is out of range.
    func lose() { connection?.vanish() }

    func close(_ done: @escaping () -> Void) {
        guard let connection, connection.isOpen else {
            central.cancelConnect(to: address)
            return done()
        }
        whenDown = done
        connection.disconnect()
    }

    func readRSSI(_ done: @escaping (Result<Int, MWError>) -> Void) {
        let medium = central.air.medium
        medium.at(medium.clock.now + Self.measuring) { [weak self] in
            guard let rssi = self?.connection?.rssi else { return }
            done(.success(rssi))
        }
    }
}
