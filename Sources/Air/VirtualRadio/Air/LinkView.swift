package import Bluetooth
package import Peripheral

/// A link of a peripheral, for somebody who watches it from outside.
package struct LinkView: Sendable, Equatable {
    package var central: Address
    /// The central's name on the air.
    package var centralName: String
    package var parameters: ConnectionParameters
    /// In bytes.
    package var mtu: Int
    /// `1M`, from the peripheral to the central.
    package var phy: String
    /// dBm.
    package var rssi: Int
    package var isEncrypted: Bool
    /// Packets to the central that are queued.
    package var waiting: Int
}

extension Air {
    /// A peripheral's links.
    package func links(of peripheral: Address) -> [LinkView] {
        guard let station = medium.station(peripheral) else { return [] }
        return station.node.links.filter { $0.isOpen }.map { link in
            LinkView(
                central: link.centralAddress, centralName: link.centralNode.name,
                parameters: link.parameters, mtu: station.server.mtu(of: link.id),
                phy: "\(link.toCentral.phy)", rssi: link.rssi, isEncrypted: link.isEncrypted,
                waiting: link.toCentral.ring.count)
        }
    }

    /// Whether packets to and from a peripheral cannot get through now, for interference or range.
    package func isUnreachable(_ peripheral: Address) -> Bool {
        medium.station(peripheral).map { !$0.node.isReachable } ?? false
    }
}
