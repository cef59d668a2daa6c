public import Device
public import Simulation
import Wire

/// A violation of a rule by a client: the rule, the packet, and how often.
///
/// Violations of one rule on one board at one register are one finding.
public struct Finding: Sendable, Equatable {
    /// The violated rule.
    public var rule: Rule
    /// The board's name in the simulation.
    public var board: String
    /// The number of the board's connection, from 1; 0 before the first.
    public var connection: Int
    /// The sender: the client itself, or an event or macro that it made on the board.
    public var source: CommandSource
    /// The module; nil if it is about none.
    public var module: UInt8?
    /// The register, without its read bits; nil if it is about none.
    public var register: UInt8?
    /// The first packet that violated the rule; empty if a packet is missing.
    public var packet: [UInt8]
    /// The packet in words, from the register tables.
    public var words: String
    /// What was wrong in this case.
    public var detail: String
    /// How often it happened.
    public var count: Int
    /// When it first happened, in virtual time.
    public var first: Instant
    /// When it last happened, in virtual time.
    public var last: Instant

    /// A finding to decode a report into.
    package static func blank(_ rule: Rule) -> Self {
        Self(
            rule: rule, board: "", connection: 0, source: .host, module: nil, register: nil,
            packet: [], words: "", detail: "", count: 0, first: .zero, last: .zero)
    }

    /// The packet in hexadecimal: `03 01 01`.
    public var packetInHex: String { Hex.text(packet) }
    /// The module in two hexadecimal digits.
    public var moduleInHex: String? { module.map { Hex.text([$0]) } }
    /// The register in two hexadecimal digits.
    public var registerInHex: String? { register.map { Hex.text([$0]) } }

    /// The sender, if it was not the client itself: `event 3`.
    public var sourceInWords: String? {
        switch source {
        case .host: nil
        case .event(let id): "event \(id)"
        case .macro(let id): "macro \(id)"
        }
    }

    /// Reads the form of `sourceInWords`; false for anything else.
    package mutating func setSource(inWords words: String?) -> Bool {
        guard let words else {
            source = .host
            return true
        }
        let parts = words.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let id = UInt8(parts[1]) else { return false }
        switch parts[0] {
        case "event": source = .event(id)
        case "macro": source = .macro(id)
        default: return false
        }
        return true
    }

    /// Identifies a finding across runs: rule, board and register.
    public var key: String {
        "\(rule.id) \(board) \(moduleInHex ?? "-") \(registerInHex ?? "-")"
    }
}
