/// What the model did on a link of the capture, in the capture's words: each operation of the host has an event with
/// the same index, then come the values that the board sent.
struct PlayedLink: Sendable {
    /// What each event of the captured link brought; nil of what was not played.
    var operations: [CapturedLink.TimedEvent?]
    /// Notifications and indications; times count from the beginning of the link.
    var values: [CapturedLink.TimedEvent] = []
    /// When the link ended by itself, and why in words; nil if the host ended it.
    var ended: (time: Int64, why: String)?
    /// Why there was no link; nil if there was one.
    var failure: String?
    /// The characteristics that the model has.
    var attributes: [String] = []
}
