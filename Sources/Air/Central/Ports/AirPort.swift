package import Bluetooth
package import Peripheral
internal import Simulation
package import VirtualRadio

/// A host's radio on the virtual air of this process, in virtual time.
package final class AirPort: RadioPort {
    package let limits: AccessLimits = []
    package var onState: () -> Void = {}
    package var onReport: (ScanReport) -> Void = { _ in }
    package var state = RadioState.on {
        didSet { if state != oldValue { stateChanged(from: oldValue) } }
    }
    /// What a scan has heard, and what was made known.
    package private(set) var known: [Address] = []
    private var isKnown: Set<Address> = []
    private let central: Central
    private let parameters: ConnectionParameters
    private var links: [WeakHandle<AirLink>] = []
    private lazy var lifetime = Lifetime(of: self)

    /// A radio of its own.
    package convenience init(_ air: Air, name: String) {
        self.init(Central(on: air, name: name))
    }

    /// The radio of a central, which nothing else uses.
    ///
    /// - Parameter parameters: of its links.
    package init(_ central: Central, parameters: ConnectionParameters = .usual) {
        self.central = central
        self.parameters = parameters
    }

    deinit { central.leave() }

    /// Makes a peripheral known that no scan has heard.
    package func know(_ address: Address) {
        if isKnown.insert(address).inserted { known.append(address) }
    }

    /// Ends the link to a peripheral, if there is one.
    package func loseLink(to address: Address) {
        for each in links where each.owner?.address == address { each.owner?.vanish() }
    }

    private func stateChanged(from old: RadioState) {
        if old == .on {
            central.stopScan()
            for each in links { each.owner?.drop() }
        }
        onState()
    }

    package func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) {
        if let kind {
            central.scan(active: kind != .passive) { [me = lifetime.handle] report in
                guard let port = me.owner else { return }
                port.know(report.address)
                port.onReport(report)
            }
        } else {
            central.stopScan()
        }
        done(.success(()))
    }

    package func link(to peer: Address) -> any LinkPort {
        let link = AirLink(to: peer, from: central, parameters)
        links.removeAll { $0.owner == nil }
        links.append(link.lifetime.handle)
        return link
    }

    package func close() {
        for each in links { each.owner?.forget() }
        central.leave()
    }
}
