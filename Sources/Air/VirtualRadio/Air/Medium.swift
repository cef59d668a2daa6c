package import Bluetooth
internal import Peripheral
package import Simulation

/// What the radios and links of one air share.
///
/// The references between them are strong in both directions: reference counting is a large part of
/// the cost of a notification, and weak or unowned references cost several times as much. The cycle
/// is broken when the air is deallocated.
package final class Medium {
    package let clock: Clock
    package let trace: Trace
    package let radio: Radio
    let seed: UInt64
    var target = TargetID(index: 0)
    /// Attribute tables of stations.
    let tables = AttributeTables()
    private var nodePlaces = Places<RadioNode>()
    var nodes: [RadioNode?] { nodePlaces.things }
    private(set) var stations: [Station] = []
    /// The first station with an address; a peripheral keeps its address.
    private var stationsByAddress: [Address: Station] = [:]
    private var advertiserPlaces = Places<Advertiser>()
    var advertisers: [Advertiser?] { advertiserPlaces.things }
    /// The listeners for advertisements.
    private(set) var listeners = Listeners()
    /// Whether every advertiser with an advertisement has an advertising event scheduled.
    private var isWatched = false
    @exclusivity(unchecked) private var linkPlaces = Places<Link>()
    var links: [Link?] { linkPlaces.things }
    @exclusivity(unchecked) private var buffer = [UInt8](repeating: 0, count: 517)
    @exclusivity(unchecked) private var lastTicket: UInt32 = 0
    private var lastConnection: UInt16 = 0
    /// The numbers of the links.
    private var connections: Set<UInt16> = []
    /// Connections of this air are numbered from 1 to this one; those above belong to other links.
    static let lastConnectionNumber: UInt16 = 0x7FFF
    private var actions: [UInt32: () -> Void] = [:]
    private var centre: RadioNode?
    package private(set) lazy var lifetime = Lifetime(of: self)

    init(_ simulation: Simulation, _ radio: Radio) {
        clock = simulation.clock
        trace = simulation.trace
        seed = simulation.seed
        self.radio = radio
    }

    func close() {
        for link in links { link?.abandonWorld() }
        for station in stations { station.abandonWorld() }
        for advertiser in advertisers { advertiser?.source = nil }
        for node in nodes {
            node?.links = []
            node?.advertisers = []
        }
        linkPlaces = Places()
        stations = []
        stationsByAddress = [:]
        listeners = Listeners()
        advertiserPlaces = Places()
        nodePlaces = Places()
        centre = nil
        actions = [:]
    }

    package func random(_ purpose: String) -> RandomStream {
        RandomStream(seed: seed, purpose: purpose)
    }

    // MARK: Members

    func add(
        _ peripheral: any Peripheral, distance: Double, range: Double?, security: SecuritySetup?
    ) {
        let station = Station(
            peripheral,
            node: makeNode(
                peripheral.name, purpose: "\(peripheral.address)", distance: distance, range: range),
            security: security)
        stations.append(station)
        if stationsByAddress[peripheral.address] == nil {
            stationsByAddress[peripheral.address] = station
        }
        station.advertiser = makeAdvertiser(
            on: station.node, purpose: "\(peripheral.address)", station)
        peripheral.attach(to: station.peripheralLink)
        station.advertiser?.watch()
    }

    func station(_ address: Address) -> Station? { stationsByAddress[address] }

    /// A radio at `distance` metres from the centre; `purpose` names its random stream.
    package func makeNode(
        _ name: String, purpose: String, distance: Double = 0, range: Double? = nil
    ) -> RadioNode {
        nodePlaces.add { index in
            RadioNode(
                index: index, name: name, purpose: purpose, in: self, distance: distance,
                range: range)
        }
    }

    /// An advertising set of a radio.
    package func makeAdvertiser(
        on node: RadioNode, purpose: String, _ source: (any AdvertisementSource)? = nil
    ) -> Advertiser {
        let advertiser = advertiserPlaces.add { index in
            Advertiser(index: index, node: node, purpose: purpose, source: source)
        }
        node.advertisers.append(advertiser)
        node.advertisers.sort { $0.index < $1.index }
        return advertiser
    }

    /// Removes a radio with its advertising sets; its links end by themselves.
    package func remove(_ node: RadioNode) {
        for advertiser in node.advertisers {
            advertiser.source = nil
            advertiserPlaces.free(advertiser.index)
        }
        node.advertisers = []
        nodePlaces.free(node.index)
    }

    // MARK: Listeners

    /// Adds a listener for everything; `isListening` says whether it listens now.
    package func add(_ listener: any AirListener) { listeners.add(listener, at: nextListener()) }

    package func remove(_ listener: any AirListener) { listeners.remove(listener) }

    /// A position after all earlier listeners.
    package func nextListener() -> UInt64 { listeners.nextPlace() }

    /// Adds a listener for everything at its position.
    package func add(_ listener: any AirListener, at place: UInt64) {
        listeners.add(listener, at: place)
    }

    /// Adds a listener for advertisements of `address` at its position.
    package func add(_ listener: any AirListener, at place: UInt64, seeking address: Address) {
        listeners.add(listener, at: place, seeking: address)
    }

    package func remove(place: UInt64, seeking address: Address) {
        listeners.remove(place, seeking: address)
    }

    /// Starts the advertising events for a new listener.
    package func listen() {
        // While there were listeners, all advertisers have their events.
        guard !isWatched else { return }
        isWatched = true
        for advertiser in advertisers { advertiser?.watch() }
    }

    /// Whether there is any listener; advertisers check it.
    var isAnyoneListening: Bool {
        if listeners.isAnyoneListening { return true }
        isWatched = false
        return false
    }

    func advertisingMayGoOn(of node: RadioNode) {
        for advertiser in node.advertisers { advertiser.watch() }
    }

    // MARK: Events

    /// A unique number: an event whose ticket is out of date is ignored.
    package func ticket() -> UInt32 {
        lastTicket &+= 1
        if lastTicket == 0 { lastTicket = 1 }
        return lastTicket
    }

    /// Schedules an event for a station or link; returns its ticket.
    func post(_ code: UInt32, to index: Int, at time: Instant) -> UInt32 {
        let ticket = ticket()
        clock.schedule(target, code, UInt64(index) | UInt64(ticket) << 32, at: time)
        return ticket
    }

    /// Runs an action at a time, unless it is cancelled; for rare events.
    @discardableResult
    package func at(_ time: Instant, _ action: @escaping () -> Void) -> UInt32 {
        let ticket = post(Air.Code.action, to: 0, at: time)
        actions[ticket] = action
        return ticket
    }

    package func cancel(_ ticket: UInt32) { actions[ticket] = nil }

    func act(_ ticket: UInt32) { actions.removeValue(forKey: ticket)?() }

    // MARK: Links

    func link(_ slot: Int) -> Link? { linkPlaces.things[slot] }

    @discardableResult
    func connect(
        _ offer: LinkOffer, from node: RadioNode?, to end: any LinkEnd, of advertiser: Advertiser,
        _ advertisement: AirAdvertisement
    ) -> Link {
        repeat {
            lastConnection =
                lastConnection >= Self.lastConnectionNumber ? 1 : lastConnection + 1
        } while !connections.insert(lastConnection).inserted
        let id = ConnectionID(lastConnection)
        let link = linkPlaces.add { slot in
            Link(
                slot: slot, id: id, medium: self,
                peripheral: (advertiser.node, end, advertisement.address),
                central: (node ?? makeCentre(), offer.end, offer.address),
                parameters: offer.parameters)
        }
        if let phy = offer.phy {
            link.toCentral = Lane(phy: phy)
            link.toPeripheral = Lane(phy: phy)
            link.measure()
        }
        link.begin()
        return link
    }

    /// The central believes that the link exists, but the other end does not answer.
    func connectInVain(
        _ offer: LinkOffer, from node: RadioNode?, to advertiser: Advertiser,
        _ advertisement: AirAdvertisement
    ) {
        connect(offer, from: node, to: AbsentPeer(), of: advertiser, advertisement).vanish()
    }

    func forget(_ link: Link) {
        guard linkPlaces.things[link.slot] === link else { return }
        linkPlaces.free(link.slot)
        connections.remove(link.id.number)
    }

    /// The node of in-process centrals: always the same.
    private func makeCentre() -> RadioNode {
        let node = centre ?? makeNode(Self.centreName, purpose: Self.centreName)
        centre = node
        return node
    }

    private static let centreName = "(centre)"

    /// A buffer that fits any PDU, borrowed until it is returned.
    func lendBuffer() -> [UInt8] {
        if buffer.isEmpty { return [UInt8](repeating: 0, count: 517) }
        var lent: [UInt8] = []
        swap(&lent, &buffer)
        return lent
    }

    func takeBack(_ lent: consuming [UInt8]) { buffer = lent }
}

/// The far end of a link that was not accepted.
private final class AbsentPeer: LinkEnd {
    let linkIdentity = LinkLayerIdentity(
        version: 0, company: 0, subversion: 0, features: 0, dataLength: 27)
    let wantsFragments = false
    let canReceive = false
    func began(_ link: Link, as role: LinkRole) {}
    func receive(_ bytes: Span<UInt8>, isStart: Bool, on link: Link) {}
    func acknowledged(on link: Link) {}
    func changed(_ change: LinkChange, on link: Link) {}
    func asked(_ question: LinkQuestion, on link: Link) {}
    func ended(_ reason: DisconnectReason, on link: Link) {}
    func abandoned(_ link: Link) {}
}
