internal import Bluetooth
internal import Pairing
internal import Peripheral

/// A peripheral's reference to its station, for the lifetime of the simulation, and to a link
/// outside this air, if there is one: the number of a connection says which one it belongs to.
final class StationLink: PeripheralLink {
    @exclusivity(unchecked) var station: Station?
    var outside: (any PeripheralLink)?
    /// The station's, for the lifetime of the simulation.
    @exclusivity(unchecked) var server: AttributeServer?
    /// The way of the last notification: nearly always that of the next one.
    @exclusivity(unchecked) var route: Route?

    /// A link, and where on it a characteristic's notifications go.
    struct Route {
        let link: Link
        let connection: ConnectionID
        let characteristic: ValueID
        let handle: UInt16
        let room: Int
        /// Those of the server when this was found; it holds as long as there are no more.
        let changes: Int
    }

    /// The simulation ends.
    func abandonWorld() {
        station = nil
        server = nil
        route = nil
    }

    /// The outside link, if the connection belongs to it.
    private func outside(_ connection: ConnectionID) -> (any PeripheralLink)? {
        connection.number > Medium.lastConnectionNumber ? outside : nil
    }

    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        if let route, route.connection == connection, route.characteristic == characteristic,
            route.changes == server?.changes
        {
            return route.link.notify(bytes, handle: route.handle, room: route.room)
        }
        if let link = outside(connection) {
            return link.notify(bytes, of: characteristic, to: connection)
        }
        return station?.notify(bytes, of: characteristic, to: connection)
            ?? .discarded(.notSubscribed)
    }

    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        if let link = outside(connection) {
            return link.indicate(bytes, of: characteristic, to: connection)
        }
        return station?.indicate(bytes, of: characteristic, to: connection)
            ?? .discarded(.notSubscribed)
    }

    func disconnect(_ connection: ConnectionID) {
        if let link = outside(connection) { return link.disconnect(connection) }
        station?.node.link(connection)?.terminate(.remoteUserTerminated, by: .peripheral)
    }

    func vanish(_ connection: ConnectionID) {
        if let link = outside(connection) { return link.vanish(connection) }
        station?.vanish(connection)
    }

    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {
        if let link = outside(connection) { return link.request(parameters, from: connection) }
        station?.request(parameters, from: connection)
    }

    func advertisementChanged() {
        station?.advertiser?.changed()
        outside?.advertisementChanged()
    }

    func servicesChanged() {
        station?.servicesChanged()
        outside?.servicesChanged()
    }

    func phyChanged() {
        station?.phyChanged()
        outside?.phyChanged()
    }

    func transmitPowerChanged() {
        station?.transmitPowerChanged()
        outside?.transmitPowerChanged()
    }

    var bondCount: Int { (station?.setup?.bonds.bonds.count ?? 0) + (outside?.bondCount ?? 0) }

    func deleteBonds() {
        outside?.deleteBonds()
        guard let bonds = station?.setup?.bonds else { return }
        for bond in bonds.bonds { bonds.forget(bond.identity) }
    }

    func requestSecurity(_ connection: ConnectionID) {
        if let link = outside(connection) { return link.requestSecurity(connection) }
        station?.security?.requestSecurity(connection)
    }
}
