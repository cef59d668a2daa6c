import Declaration

extension Choice {
    /// Its place among the words.
    var position: Int { Array(Self.allCases).firstIndex { $0.rawValue == rawValue } ?? 0 }

    /// The value that the protocol has in the place of this word.
    ///
    /// - Precondition: both have their cases in the same order.
    func counterpart<Value: CaseIterable>() -> Value { Array(Value.allCases)[position] }
}
