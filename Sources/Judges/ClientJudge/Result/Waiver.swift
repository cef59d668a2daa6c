/// A known violation that is accepted for a while.
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
    /// Its last valid day.
    public var expires: CivilDate
    /// Its place in a file: `waivers.yaml:3`.
    public var place: String

    /// A waiver of a rule; by default on every board and register.
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

    /// Whether it covers a finding, on any day.
    public func covers(_ finding: Finding) -> Bool {
        (rule == finding.rule.id || rule == finding.rule.family)
            && (board.map { $0 == finding.board } ?? true)
            && (module.map { $0 == finding.module } ?? true)
            && (register.map { $0 == finding.register } ?? true)
    }
}
