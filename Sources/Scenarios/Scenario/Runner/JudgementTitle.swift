import Declaration

extension Judgement {
    /// What is asked, in words, for an expectation without a title.
    var title: String {
        switch self {
        case .received(let wanted): "\(wanted.count) samples of \(wanted.signal.text)"
        case .downloaded(let wanted):
            "\(wanted.count) logged samples of \(wanted.signal.text)"
        case .error(let wanted):
            "error of \(wanted.signal.text) from the \(wanted.source.rawValue)"
        case .logEntries(let wanted): "\(wanted.count) entries in the log"
        case .notification(let wanted): "\(wanted.count) notifications \(wanted.bytes.text)"
        case .advertisement(let wanted): "\(wanted.count) advertisements"
        case .read: "value read"
        case .led(let wanted): "LED \(wanted.channel.rawValue)"
        case .state: "state of the board"
        case .dropped(let wanted): "\(wanted.count) notifications dropped"
        case .connected(let wanted): "\(wanted.count) connections"
        case .trace(let wanted): "trace: \(wanted.contains)"
        }
    }
}
