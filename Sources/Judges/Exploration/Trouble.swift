import Bluetooth
import ScenarioFile
import VirtualRadio
import YAML

/// A kind of thing that goes wrong: before the start, or at a point.
package struct Trouble: Sendable, Hashable {
    /// As `--faults` names it, and the scenario if it has a word for it: `link-loss`.
    package let name: String
    /// For a person: `the link is lost for 8 s`; of a packet, what becomes of it: `arrives twice`.
    package let words: String
    /// When it happens.
    let moment: Moment
    let effect: Effect
    /// Whether nothing can succeed any more: then a client may give up, but must come to an end.
    package let isFatal: Bool
    /// Weaker forms of the same, the weakest first.
    let weaker: [String]

    enum Moment: Sendable { case start, before, after, packet, connection }

    /// What it is in a scenario.
    enum Effect: Sendable, Hashable {
        /// What a ready-made world does to boards.
        case hostile(HostileWorld)
        /// A client that connects before the others, for so long.
        case stranger(_ time: String)
        /// An input or a fault.
        case act(key: String, value: String)
    }

    private init(
        _ name: String, _ words: String, _ moment: Moment, _ effect: Effect,
        isFatal: Bool = false, weaker: [String] = []
    ) {
        self.name = name
        self.words = words
        self.moment = moment
        self.effect = effect
        self.isFatal = isFatal
        self.weaker = weaker
    }

    // MARK: The table

    /// In the order in which they are tried: what differs before the start, then at each point.
    package static let all = beginnings + atPoints

    private static let beginnings: [Trouble] =
        HostileWorld.all.compactMap { world in
            world.kind.map { Self($0, world.words, .start, .hostile(world)) }
        } + [
            Self(
                "other-host", "another host is connected first, for 10 s", .start,
                .stranger("10 s"))
        ]

    /// Those that happen while the run goes on.
    static let atPoints: [Trouble] = [
        // After first: before a packet is after the one in front of it, for most of them.
        linkLoss("8 s", .after), linkLoss("8 s", .before),
        Self("reset", "the board resets", .after, .act(key: "reset", value: "{}")),
        packet("lose-packet", "is lost, and the link lives"),
        packet("double-packet", "arrives twice"),
        packet("refuse-request", "is refused"),
        Self(
            "button", "the button is clicked", .after, .act(key: "button", value: "click")),
        linkLoss("300 ms", .after), linkLoss("45 s", .before),
        Self(
            "button", "the button is pressed and held", .after,
            .act(key: "button", value: "press")),
        Self(
            "failed-connection", "fail to be established", .connection,
            .act(key: "link-loss", value: "300 ms")),
        Self(
            "brown-out", "the supply fails for 1 s", .after,
            .act(key: "brown-out", value: "1 s")),
        Self(
            "battery", "the battery is nearly empty", .after,
            .act(key: "battery", value: "4 %")),
        Self(
            "charger", "the charger is connected", .after,
            .act(key: "charger", value: "connect")),
        Self(
            "link-loss", "the link is lost for good", .after,
            .act(key: "link-loss", value: "400 d"), isFatal: true),
    ]

    private static func packet(_ name: String, _ words: String) -> Trouble {
        Trouble(name, words, .packet, .act(key: name, value: "{}"))
    }

    private static func linkLoss(_ time: String, _ moment: Moment) -> Trouble {
        let shorter = ["300 ms", "1 s", "2 s", "4 s", "8 s", "45 s"].prefix { $0 != time }
        return Trouble(
            "link-loss", "the link is lost for \(time)", moment,
            .act(key: "link-loss", value: time), weaker: Array(shorter))
    }

    /// Without a place: `the link is lost for 8 s, before the packet`.
    package var title: String {
        switch moment {
        case .start: words
        case .before: "\(words), before the packet"
        case .after: "\(words), after the packet"
        case .packet: "the packet \(words)"
        case .connection: "two connections \(words)"
        }
    }

    /// Names, each once.
    package static let names = all.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    /// The same, weaker.
    func with(_ weaker: String) -> Trouble {
        guard case .act(let key, let value) = effect else { return self }
        return Trouble(
            name, words.replacing(value, with: weaker), moment, .act(key: key, value: weaker),
            isFatal: isFatal)
    }

    /// How soon it is tried at a point.
    enum Rarity: Hashable, Sendable {
        /// A lost link, long enough to break and no longer.
        case usual
        /// What becomes of a single packet.
        case packet
        /// Unlike all others.
        case other
        /// Much like one of the others: to most clients it is the same.
        case alike
    }

    var rarity: Rarity {
        guard moment != .packet, case .act(let key, let value) = effect else { return .packet }
        return switch (key, value) {
        case ("link-loss", "8 s"): .usual
        case ("reset", _), ("button", _), ("link-loss", "45 s"): .other
        default: moment == .connection ? .other : .alike
        }
    }

    // MARK: What it says about a cause

    /// Whether the same can happen at a neighbouring point.
    var canBeShifted: Bool { moment != .start && moment != .connection }

    /// Whether packets do not arrive. What a reset undoes is what has arrived.
    var keepsPacketsAway: Bool {
        guard case .act(let key, _) = effect else { return false }
        return key == "link-loss" || key == "lose-packet"
    }

    /// Whether the first of them is the one that follows its point.
    var keepsNextAway: Bool { keepsPacketsAway && moment == .after }

    /// How much it breaks, from 0 on: a single packet, the link for a moment, more, or for long.
    var strength: Int {
        guard moment != .packet, case .act("link-loss", let value) = effect else {
            return moment == .packet ? 0 : 2
        }
        return moment == .connection ? 2 : value == "300 ms" ? 1 : value == "8 s" ? 2 : 3
    }

    /// How many strengths there are.
    static let strengths = 4

    // MARK: Where it fits

    /// Whether a board of a scenario can be so before the start.
    func isPossible(in root: Node) -> Bool {
        if case .hostile(let world) = effect { world.fits(root) } else { true }
    }

    /// Whether it can happen at a point, as reality has it; nil is the time before the start.
    func fits(_ point: Point?) -> Bool {
        guard let point else { return moment == .start }
        guard case .packet(let occurrence) = point.place else { return moment == .after }
        let pattern = occurrence.pattern
        switch moment {
        case .start: return false
        case .before, .after: return true
        // The first request of a connection, which asks for the MTU.
        case .connection:
            return pattern.role == .peripheral && pattern.isOfLinkLayer && occurrence.number == 1
        case .packet:
            guard case .act(let key, _) = effect else { return false }
            if key == "refuse-request" {
                guard pattern.role == .peripheral, pattern.part == .attribute,
                    let opcode = pattern.bytes.first ?? nil
                else { return false }
                return AttributeRequests.all.contains(opcode)
            }
            // What a full queue drops is a notification. A lost answer is a question without one.
            return pattern.role == .central && (pattern.part == .value || key == "lose-packet")
                && !pattern.isOfLinkLayer
        }
    }
}

extension PacketPattern {
    /// Exchange MTU: without its answer no connection is usable at all.
    fileprivate var isOfLinkLayer: Bool {
        guard part == .attribute else { return false }
        let opcode: AttributeOpcode =
            role == .central ? .exchangeMTUResponse : .exchangeMTURequest
        return bytes.first == opcode.rawValue
    }
}
