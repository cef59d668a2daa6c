package import Peripheral
internal import Simulation

/// A period of interference.
struct Interference {
    var start: Instant
    var end: Instant
    /// Probabilities that a packet to or from the node is lost.
    var inward: Double
    var outward: Double
}

/// A radio at a place: its range, its interference and its links.
///
/// Hosts and in-process centrals are at the centre; a board's distance is measured from there.
package final class RadioNode {
    package let index: Int
    /// Its name in the trace.
    package let name: String
    package let medium: Medium
    /// The name of its random streams.
    private let purpose: String
    /// From the centre, in metres.
    var distance: Double
    /// The distance in metres beyond which nothing is received.
    var range: Double?
    /// Transmit power in dBm.
    @exclusivity(unchecked) var txPower: Int8 = 0
    var interferences: [Interference] = []
    var silentUntil = Instant.zero
    /// Its advertising sets, by index.
    var advertisers: [Advertiser] = []
    /// The links of this node.
    package internal(set) var links: [Link] = []
    @exclusivity(unchecked) var statistics = LinkStatistics()
    /// Loss probabilities at this time.
    @exclusivity(unchecked) private(set) var lossInward = 0.0
    @exclusivity(unchecked) private(set) var lossOutward = 0.0
    @exclusivity(unchecked) private(set) var unreachableSince: Instant?
    /// The randomness of packet loss.
    @exclusivity(unchecked) private var chance: RandomStream
    /// The randomness of a signal's fading.
    private var fading: RandomStream
    /// Decides about its packets; nil if all arrive as the radio has them.
    var gate: (any PacketGate)? { didSet { isGated = gate != nil } }
    /// Whether a gate decides; asked with every packet.
    @exclusivity(unchecked) private(set) var isGated = false
    /// The body that wears it.
    @exclusivity(unchecked) private var shadow: BodyShadow?

    /// A radio with a random stream of its own, named by `purpose`.
    init(
        index: Int, name: String, purpose: String, in medium: Medium, distance: Double,
        range: Double? = nil
    ) {
        self.index = index
        self.name = name
        self.medium = medium
        self.purpose = purpose
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

    /// The strength in dBm that another place measures for one advertisement.
    func measuredSignal(at other: RadioNode?) -> Int {
        // A triangular distribution.
        let fade = medium.radio.fading * (fading.uniform() - fading.uniform())
        return Int((signal(at: other) + fade).rounded())
    }

    func isLost(_ probability: Double) -> Bool {
        probability > 0 && chance.uniform() < probability
    }

    /// From now on a body lets nothing through in this share of the connection events; 0 for none.
    func wear(loss: Double) {
        shadow =
            loss > 0
            ? BodyShadow(loss: min(loss, 0.99), random: medium.random("air.body.\(purpose)")) : nil
    }

    /// A connection or advertising event begins, on another channel.
    func beginEvent() { shadow?.event(at: medium.clock.now) }

    /// Whether the body swallows the next packet of this event.
    func isShadowed() -> Bool { shadow?.losesPacket() ?? false }

    /// Updates whether it is reachable, and its links if that has changed.
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

    /// Sets the power of what it sends from now on, in dBm: of advertisements, or of the next
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
