/// Times of a capture in messages.
enum Seconds {
    /// `12.345`, of nanoseconds.
    static func text(_ nanoseconds: Int64) -> String {
        let milliseconds = (Double(nanoseconds) / 1e6).rounded() / 1e3
        return "\(milliseconds)"
    }
}
