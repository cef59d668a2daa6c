package import Bluetooth
package import Peripheral
package import Simulation

/// The contents of one advertising event (Core Vol 6, Part B, 4.4.2).
package struct AirAdvertisement {
    /// The advertiser's address.
    package var address: Address
    package var isConnectable: Bool
    package var isScannable: Bool
    /// The only device that may connect; nil for anyone.
    package var directedTo: Address?
    /// Legacy PDUs, which every scanner understands, with at most 31 bytes of data.
    package var isLegacy = true
    package var data: [UInt8]
    package var scanResponse: [UInt8]
    /// Without the random delay of 0 to 10 ms.
    package var interval: Nanoseconds
    /// In dBm.
    package var txPower: Int8
    /// For extended advertisements: the set, and the PHYs.
    package var setID: UInt8 = 0
    package var primaryPHY = Radio.PHY.oneMegabit
    package var secondaryPHY = Radio.PHY.oneMegabit
    package var isAnonymous = false
    /// Whether reports of extended advertisements carry the transmit power.
    package var includesTxPower = false

    /// A legacy advertisement.
    package init(
        address: Address, isConnectable: Bool, isScannable: Bool, directedTo: Address? = nil,
        data: [UInt8], scanResponse: [UInt8] = [], interval: Nanoseconds, txPower: Int8 = 0
    ) {
        self.address = address
        self.isConnectable = isConnectable
        self.isScannable = isScannable
        self.directedTo = directedTo
        self.data = data
        self.scanResponse = scanResponse
        self.interval = interval
        self.txPower = txPower
    }
}

/// An advertisement as received by a listener.
package struct HeardAdvertisement {
    package var time: Instant
    package var advertisement: AirAdvertisement
    /// In dBm.
    package var rssi: Int
    /// The answer to the listener's scan request; nil if it made none or either packet was lost.
    package var scanResponse: [UInt8]?
}

package protocol AdvertisementSource: AnyObject {
    /// Its current advertisement; nil when it does not advertise.
    var advertisement: AirAdvertisement? { get }
    /// Whether its advertising events happen even without listeners.
    var countsEvents: Bool { get }
    /// One advertising event is over.
    func advertised()
    /// Whether it answers a scan request of this device.
    func answersScan(by scanner: Address) -> Bool
    /// Its side of a link to this central; nil to ignore the request.
    func accept(_ central: Address) -> (any LinkEnd)?
}

extension AdvertisementSource {
    package var countsEvents: Bool { false }
}

/// A listener for advertisements, which reports them or connects.
package protocol AirListener: AnyObject {
    /// The address with which it requests scan responses and connects.
    var listeningAddress: Address { get }
    /// Nil for an in-process central, which is at the centre.
    var listeningNode: RadioNode? { get }
    var isListening: Bool { get }
    /// Whether its receiver is open for this advertisement now: scan windows, PHYs.
    func isTuned(to advertisement: AirAdvertisement, at time: Instant) -> Bool
    /// Whether it scans, and requests this advertiser's scan response.
    func scanning(_ advertisement: AirAdvertisement) -> (reports: Bool, asks: Bool)
    func hear(_ heard: HeardAdvertisement)
    /// Its connection request that this advertisement matches; a number for `take`.
    func wish(for advertisement: AirAdvertisement) -> UInt64?
    /// The request is met: the central's side of the link; nil if it was withdrawn meanwhile.
    func take(_ wish: UInt64) -> LinkOffer?
}

/// A central's side of a link about to be made.
package struct LinkOffer {
    package var end: any LinkEnd
    /// The address with which it connects.
    package var address: Address
    package var parameters: ConnectionParameters
    /// The PHY at the start of the link, with packets of 27 bytes, as for a controller; nil for the
    /// best that both radios support, as if the two sides had already agreed on it.
    package var phy: Radio.PHY?

    /// An offer.
    package init(
        end: any LinkEnd, address: Address, parameters: ConnectionParameters,
        phy: Radio.PHY? = nil
    ) {
        self.end = end
        self.address = address
        self.parameters = parameters
        self.phy = phy
    }
}

/// The advertising events of one advertising set. They happen only if there are listeners, unless
/// the source counts them.
package final class Advertiser {
    package let index: Int
    package let node: RadioNode
    private let medium: Medium
    /// Nil once it has been removed for good.
    package var source: (any AdvertisementSource)?
    /// The advertising event that is scheduled; 0 for none.
    private var ticket: UInt32 = 0
    private var delay: RandomStream

    init(index: Int, node: RadioNode, purpose: String, source: (any AdvertisementSource)?) {
        self.index = index
        self.node = node
        self.source = source
        medium = node.medium
        delay = medium.random("air.advertising.\(purpose)")
    }

    /// Schedules an advertising event if there are listeners and none is scheduled.
    package func watch() {
        guard ticket == 0, isWanted, let advertisement = source?.advertisement else { return }
        // It has been advertising unheard: any phase will do.
        schedule(after: Nanoseconds(Int64(delay.below(UInt64(interval(advertisement).count)))))
    }

    /// Advertising has started, changed or ended.
    package func changed() {
        ticket = 0
        guard isWanted, source?.advertisement != nil else { return }
        schedule(after: randomDelay())
    }

    private var isWanted: Bool { medium.isAnyoneListening || source?.countsEvents == true }

    /// 0 to 10 ms (Core Vol 6, Part B, 4.4.2.2.1).
    private func randomDelay() -> Nanoseconds { Nanoseconds(Int64(delay.below(10_000_000))) }

    /// The interval; high duty cycle directed advertising has the shortest, 3.75 ms (Core Vol 6,
    /// Part B, 4.4.2.4.3).
    private func interval(_ advertisement: AirAdvertisement) -> Nanoseconds {
        max(
            advertisement.interval,
            advertisement.directedTo == nil ? .milliseconds(20) : .microseconds(3_750))
    }

    private func schedule(after delay: Nanoseconds) {
        ticket = medium.post(Air.Code.advertising, to: index, at: medium.clock.now + delay)
    }

    func event(_ ticket: UInt32) {
        guard ticket == self.ticket else { return }
        self.ticket = 0
        guard isWanted, let advertisement = source?.advertisement else { return }
        // High duty cycle directed advertising has no random delay (Core Vol 6, Part B, 4.4.2.4.3).
        let interval = interval(advertisement)
        schedule(after: interval < .milliseconds(20) ? interval : interval + randomDelay())
        node.transmit(with: advertisement.txPower)
        defer { source?.advertised() }
        node.beginEvent()
        guard node.isReachable, !node.isLost(node.lossOutward), !node.isShadowed() else { return }
        let listeners = medium.listeners.hearing(advertisement.address)
        if node.isGated, listeners.contains(where: { hears($0, advertisement) }) {
            node.gate?.advertisementWasHeard()
        }
        let wishes = wishes(for: advertisement, of: listeners)
        report(advertisement, to: listeners)
        for (listener, wish) in wishes {
            guard !node.isLost(node.lossInward), let offer = listener.take(wish) else { continue }
            guard let end = source?.accept(offer.address) else {
                // There is no answer, and the central notices when nothing comes.
                medium.connectInVain(offer, from: listener.listeningNode, to: self, advertisement)
                continue
            }
            medium.connect(
                offer, from: listener.listeningNode, to: end, of: self, advertisement)
            return
        }
    }

    private func hears(_ listener: any AirListener, _ advertisement: AirAdvertisement) -> Bool {
        guard listener.isListening, listener.listeningNode !== node,
            listener.listeningNode?.isReachable ?? true
        else { return false }
        return listener.isTuned(to: advertisement, at: medium.clock.now)
    }

    private func wishes(
        for advertisement: AirAdvertisement, of listeners: [any AirListener]
    ) -> [(listener: any AirListener, wish: UInt64)] {
        guard advertisement.isConnectable else { return [] }
        var found: [(listener: any AirListener, wish: UInt64)] = []
        for listener in listeners where hears(listener, advertisement) {
            if let wish = listener.wish(for: advertisement) { found.append((listener, wish)) }
        }
        return found
    }

    private func report(
        _ advertisement: AirAdvertisement, to listeners: [any AirListener]
    ) {
        for listener in listeners where hears(listener, advertisement) {
            let scanning = listener.scanning(advertisement)
            guard scanning.reports else { continue }
            let isAnswered =
                scanning.asks && advertisement.isScannable && !node.isLost(node.lossInward)
                && source?.answersScan(by: listener.listeningAddress) == true
                && !node.isLost(node.lossOutward)
            listener.hear(
                HeardAdvertisement(
                    time: medium.clock.now, advertisement: advertisement,
                    rssi: node.measuredSignal(at: listener.listeningNode),
                    scanResponse: isAnswered ? advertisement.scanResponse : nil))
        }
    }
}
