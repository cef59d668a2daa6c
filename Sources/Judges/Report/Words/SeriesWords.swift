import ScriptedClient

extension Series.Source {
    /// As it follows a name: `wrist → phone, streamed`.
    var inWords: String {
        switch self {
        case .stream: "streamed"
        case .log: "from the log"
        }
    }
}

extension Series {
    /// `12.5 Hz`; nil for a signal without a rate.
    var rateInWords: String? {
        rate.isFinite && rate >= 0.0005 ? Digits.trimmed(rate, 3) + " Hz" : nil
    }

    /// What a board streamed to nobody, in words; nil if it was nothing.
    var unheardInWords: String? {
        unheard > 0
            ? "\(Digits.grouped(unheard)) more were made while nobody was connected" : nil
    }

    /// `0.0123 / 0.0456 g`; nil without truth.
    var errorInWords: String? {
        guard let mean = rootMeanSquareError, let largest = largestError else { return nil }
        return "\(Digits.significant(mean)) / \(Digits.significant(largest)) \(errorUnit)"
    }
}
