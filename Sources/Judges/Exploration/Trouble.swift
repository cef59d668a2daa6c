import Declaration
import ScenarioFile
import Simulation
import VirtualRadio
import YAML

/// A kind of thing that goes wrong at a point.
package struct Trouble: Sendable, Hashable {
    /// As `--faults` names it: `link-loss`.
    package let name: String
    /// For a person: `the link is lost for 8 s`.
    package let words: String
    /// When it happens.
    let moment: Moment
    /// The key of the input or fault and its value.
    private let key: String
    private let value: String
    /// Whether nothing can succeed any more: then a client may give up, but must come to an end.
    package let isFatal: Bool
    /// Weaker forms of the same, the weakest first.
    let weaker: [String]

    enum Moment: Sendable { case before, after, packet }

    private init(
        _ name: String, _ words: String, _ moment: Moment, _ key: String, _ value: String = "{}",
        isFatal: Bool = false, weaker: [String] = []
    ) {
        self.name = name
        self.words = words
        self.moment = moment
        self.key = key
        self.value = value
        self.isFatal = isFatal
        self.weaker = weaker
    }

    /// In the order in which they are tried at a point.
    package static let all: [Trouble] = [
        linkLoss("8 s", .before), linkLoss("8 s", .after),
        Self("reset", "the board resets", .after, "reset"),
        Self("lose", "the packet is lost, and the link lives", .packet, "lose-packet"),
        Self("double", "the packet arrives twice", .packet, "double-packet"),
        Self("refuse", "the request is refused", .packet, "refuse-request"),
        Self("button", "the button is clicked", .after, "button", "click"),
        linkLoss("300 ms", .after), linkLoss("45 s", .before),
        Self("brown-out", "the supply fails for 1 s", .after, "brown-out", "1 s"),
        Self("battery", "the battery is nearly empty", .after, "battery", "4 %"),
        Self(
            "link-loss", "the link is lost for good", .after, "link-loss", "400 d", isFatal: true),
    ]

    private static func linkLoss(_ time: String, _ moment: Moment) -> Trouble {
        let shorter = ["300 ms", "1 s", "2 s", "4 s", "8 s", "45 s"].prefix { $0 != time }
        return Trouble(
            "link-loss", "the link is lost for \(time)", moment, "link-loss", time,
            weaker: Array(shorter))
    }

    /// Names, each once.
    package static let names = all.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    /// The same, weaker.
    func with(_ value: String) -> Trouble {
        Trouble(
            name, words.replacing(self.value, with: value), moment, key, value, isFatal: isFatal)
    }

    /// Whether it can happen at a point, as reality has it.
    func fits(_ point: Point) -> Bool {
        guard case .packet(let occurrence) = point.place else { return moment == .after }
        let pattern = occurrence.pattern
        switch key {
        // What a full queue drops is a notification. A lost answer is a question without one.
        case "lose-packet", "double-packet":
            return pattern.role == .central && (pattern.part == .value || key == "lose-packet")
                && !pattern.isOfLinkLayer
        case "refuse-request":
            guard pattern.role == .peripheral, pattern.part == .attribute,
                let opcode = pattern.bytes.first ?? nil
            else { return false }
            return AttributeRequests.all.contains(opcode)
        default: return true
        }
    }

    /// The entry of a scenario's list, and the list.
    func entry(at point: Point, board: String) -> (list: String, node: Node) {
        let act = value == "{}" ? Node([(String, Node)]()) : Node(value)
        let who = ("board", Node(board))
        guard case .packet(let occurrence) = point.place else {
            return (
                isInput ? "inputs" : "faults",
                Node([("at", Node((point.time - .zero).text)), who, (key, act)])
            )
        }
        var keys = [
            ("packet", Node(.scalar(occurrence.pattern.text, quoted: true), mark: .start)),
            ("number", Node("\(occurrence.number)")),
        ]
        if let connection = occurrence.connection {
            keys.append(("connection", Node("\(connection)")))
        }
        if moment != .packet {
            keys.append(("when", Node(moment == .before ? "before" : "after")))
            keys.append(("do", Node([(key, act)])))
        }
        return (
            "faults",
            Node([("at", Node("0 s")), who, (moment == .packet ? key : "upon", Node(keys))])
        )
    }

    private var isInput: Bool { ["button", "battery"].contains(key) }
}

extension PacketPattern {
    /// An answer to Exchange MTU and the like: without it no connection is usable at all.
    fileprivate var isOfLinkLayer: Bool {
        part == .attribute && bytes.first == 0x03
    }
}
