/// What happened, line by line, in virtual time: `   1.250000000 wrist  < 03 04 …  sample`.
///
/// Off unless given a sink; a line's text is only made when it is on.
public final class Trace {
    private let sink: ((String) -> Void)?

    /// Without a sink nothing is recorded.
    public init(to sink: ((String) -> Void)? = nil) { self.sink = sink }

    /// Whether lines go anywhere; ask before making a costly text.
    @inline(__always) public var isOn: Bool { sink != nil }

    /// One line: the time in seconds, who, and what; names and texts from outside cannot make two of
    /// it.
    public func record(_ time: Instant, _ who: String, _ what: @autoclosure () -> String) {
        guard let sink else { return }
        let stamp = time.description.dropLast(2)
        let pad = String(repeating: " ", count: max(0, 16 - stamp.utf8.count))
        sink(LineText.escaped("\(pad)\(stamp) \(who)  \(what())"))
    }
}
