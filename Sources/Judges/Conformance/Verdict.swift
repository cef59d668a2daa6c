/// What became of a case.
package enum Verdict: String, Sendable, CaseIterable {
    /// The board did what the case asks for.
    case pass = "PASS"
    /// It did something else.
    case fail = "FAIL"
    /// The case could not be brought to where it asks something.
    case inconclusive = "INCONC"
    /// The case does not apply here, or this way cannot carry it out.
    case skipped = "SKIP"

    /// Whether somebody has to look at it.
    package var isBad: Bool { self == .fail || self == .inconclusive }
}
