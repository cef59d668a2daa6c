/// How serious a violation is.
public enum Severity: Int, Sendable, Comparable, CaseIterable {
    /// It works, but could be better.
    case note
    /// It works on some boards, or by luck.
    case warning
    /// Real hardware does not do what the client wants.
    case error

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension Severity: CustomStringConvertible {
    /// `error`, `warning`, `note`.
    public var description: String {
        switch self {
        case .note: "note"
        case .warning: "warning"
        case .error: "error"
        }
    }
}

/// A rule for hosts of a board.
public struct Rule: Sendable, Equatable {
    /// A stable id of device, family and number: `MW-LEN-01`.
    public let id: String
    /// How serious a violation is.
    public let severity: Severity
    /// What is wrong, in a few words.
    public let title: String
    /// The section of the protocol: `core 1.5`.
    public let section: String
    /// What real hardware does, and why.
    public let why: String
    /// What the client should do.
    public let fix: String

    init(
        _ id: String, _ severity: Severity, _ title: String, _ section: String, why: String,
        fix: String
    ) {
        self.id = id
        self.severity = severity
        self.title = title
        self.section = section
        self.why = why
        self.fix = fix
    }

    /// The family's part of the id: `MW-LEN`.
    public var family: String {
        id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id
    }
}
