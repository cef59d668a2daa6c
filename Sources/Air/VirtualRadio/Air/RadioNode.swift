package import Peripheral
internal import Simulation

/// A time of disturbance.
struct Interference {
    var start: Instant
    var end: Instant
    /// Probabilities that a packet to or from the node is lost.
    var inward: Double
    var outward: Double
}

/// A place on the air with a radio in it: how far it is heard, what disturbs it, which links it has.
///
/// Hosts and in-process centrals stand at the centre; a board's distance is that from there.
package final class RadioNode {
    package let index: Int
    /// What it is called in the trace.
    package let name: String
    package let medium: Medium
    /// From the centre, in metres.
    var distance: Double
    /// Beyond so many metres nothing is heard.
    var range: Double?
    /// Transmit power in dBm.
    @exclusivity(unchecked) var txPower: Int8 = 0
    var interferences: [Interference] = []
    var silentUntil = Instant.zero
    /// Its advertising sets, by index.
    var advertisers: [Advertiser] = []
    /// Links that this node knows of.
    @exclusivity(unchecked) package internal(set) var links: [Link] = []
    @exclusivity(unchecked) var statistics = LinkStatistics()
    /// Loss probabilities at this time.
    @exclusivity(unchecked) private(set) var lossInward = 0.0
    @exclusivity(unchecked) private(set) var lossOutward = 0.0
    @exclusivity(unchecked) private(set) var unreachableSince: Instant?
    /// Chance of packet loss.
    @exclusivity(unchecked) private var chance: RandomStream
    /// Chance of what reflections add to a signal or take from it.
    private var fading: RandomStream

    /// A radio that `purpose` tells from others, for its own stream of chance.
    init(
        index: Int, name: String, purpose: String, in medium: Medium, distance: Double,
        range: Double? = nil
    ) {
        self.index = index
        self.name = name
        self.medium = medium
        self.distance = distance
        self.range = range
        chance = medium.random("air.loss.\(purpose)")
        fading = medium.random("air.fading.\(purpose)")
        refresh()
    }

    var isReachable: Bool { unreachableSince == nil }

    /// The strength of its signal at another place in dBm; two radios at the centre are a metre
    /// apart.
    func signal(at other: RadioNode?) -> Double {
        let apart = distance + (other?.distance ?? 0)
        return medium.radio.rssi(txPower: txPower, distance: apart > 0 ? apart : 1)
    }

    /// The strength in dBm that another place measures of one advertisement.
    func measuredSignal(at other: RadioNode?) -> Int {
        // A triangle to both sides.
        let fade = medium.radio.fading * (fading.uniform() - fading.uniform())
        return Int((signal(at: other) + fade).rounded())
    }

    func isLost(_ probability: Double) -> Bool {
        probability > 0 && chance.uniform() < probability
    }

    /// Works out again whether it is heard; links learn of it if that has changed.
    func refresh() {
        let now = medium.clock.now
        lossInward = 0
        lossOutward = 0
        interferences.removeAll { $0.end <= now }
        for window in interferences where window.start <= now {
            lossInward = max(lossInward, window.inward)
            lossOutward = max(lossOutward, window.outward)
        }
        let reachable =
            silentUntil <= now && max(lossInward, lossOutward) < 1
            && distance <= range ?? .infinity && signal(at: nil) >= medium.radio.sensitivity
        guard reachable != isReachable else { return }
        unreachableSince = reachable ? nil : now
        medium.trace.record(now, name, "link  \(reachable ? "in reach" : "out of reach")")
        for link in links { link.reachabilityChanged() }
    }

    /// What it sends from now on goes out with this power, in dBm: an advertisement, or the next
    /// packet of a link.
    func transmit(with power: Int8) {
        guard txPower != power else { return }
        txPower = power
        medium.trace.record(medium.clock.now, name, "link  transmits with \(power) dBm")
        refresh()
    }

    package func link(_ id: ConnectionID) -> Link? {
        for link in links where link.id == id { return link }
        return nil
    }
}
