package enum Verdict: String, Sendable, CaseIterable {
    /// The board did what the case asks for.
    case pass = "PASS"
    /// It did something else.
    case fail = "FAIL"
    /// The case could not be brought to the point where it is judged.
    case inconclusive = "INCONC"
    /// The case does not apply here, or this transport cannot run it.
    case skipped = "SKIP"

    /// Whether it needs attention.
    package var isBad: Bool { self == .fail || self == .inconclusive }
}
