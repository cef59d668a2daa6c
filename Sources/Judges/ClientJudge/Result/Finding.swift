public import Device
public import Simulation
import Wire

/// A breach of a rule by a client: which rule, what it did, and how often.
///
/// Breaches of one rule on one board at one register are one finding.
public struct Finding: Sendable, Equatable {
    /// The rule that was not kept.
    public var rule: Rule
    /// Of the board, as the simulation names it.
    public var board: String
    /// Of the board, counted from 1; 0 before the first.
    public var connection: Int
    /// Who sent it: the client at once, or what it left on the board.
    public var source: CommandSource
    /// The module that it is about; nil if it is about none.
    public var module: UInt8?
    /// The register that it is about, without its read bits.
    public var register: UInt8?
    /// What was sent the first time; empty if what was not sent is the breach.
    public var packet: [UInt8]
    /// The packet from the register tables.
    public var words: String
    /// What was wrong with it here.
    public var detail: String
    /// How often it happened.
    public var count: Int
    /// When it first happened, in virtual time.
    public var first: Instant
    /// When it last happened, in virtual time.
    public var last: Instant

    /// A breach of a rule that has not happened yet; for who reads a report.
    package static func blank(_ rule: Rule) -> Self {
        Self(
            rule: rule, board: "", connection: 0, source: .host, module: nil, register: nil,
            packet: [], words: "", detail: "", count: 0, first: .zero, last: .zero)
    }

    /// What was sent, in hexadecimal: `03 01 01`.
    public var packetInHex: String { Hex.text(packet) }
    /// The module in two hexadecimal digits.
    public var moduleInHex: String? { module.map { Hex.text([$0]) } }
    /// The register in two hexadecimal digits.
    public var registerInHex: String? { register.map { Hex.text([$0]) } }

    /// Who did it, when it was not the client itself: `event 3`.
    public var sourceInWords: String? {
        switch source {
        case .host: nil
        case .event(let id): "event \(id)"
        case .macro(let id): "macro \(id)"
        }
    }

    /// Understands what `sourceInWords` says; false for anything else.
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

    /// What makes two findings the same one, in this run or another: rule, board and register.
    public var key: String {
        "\(rule.id) \(board) \(moduleInHex ?? "-") \(registerInHex ?? "-")"
    }
}
