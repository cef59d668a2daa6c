/// A breach that is known and accepted for a while.
public struct Waiver: Sendable, Equatable {
    /// The id of a rule, or of a family of rules.
    public var rule: String
    /// The board's name; nil for any.
    public var board: String?
    /// Nil for any.
    public var module: UInt8?
    /// Nil for any.
    public var register: UInt8?
    /// Why it is accepted.
    public var reason: String
    /// The last day on which it counts.
    public var expires: CivilDate
    /// Where it stands, as `waivers.yaml:3`.
    public var place: String

    /// A waiver of a rule on every board and register, unless told otherwise.
    public init(
        rule: String, board: String? = nil, module: UInt8? = nil, register: UInt8? = nil,
        reason: String, expires: CivilDate, place: String = ""
    ) {
        self.rule = rule
        self.board = board
        self.module = module
        self.register = register
        self.reason = reason
        self.expires = expires
        self.place = place
    }

    /// Whether it is about this finding, whatever the day.
    public func covers(_ finding: Finding) -> Bool {
        (rule == finding.rule.id || rule == finding.rule.family)
            && (board.map { $0 == finding.board } ?? true)
            && (module.map { $0 == finding.module } ?? true)
            && (register.map { $0 == finding.register } ?? true)
    }
}
