import JSON
import PageModel

/// What one browser has still to be sent; it holds no more than its bounds, however slow the browser is.
struct Outbox {
    static let mostEvents = 500
    static let mostAnswers = 100
    /// In bytes.
    static let mostSamples = 524_288

    /// The last state that was sent, and its number.
    private(set) var known: (state: JSONValue, version: Int)?
    private var events: [[UInt8]] = []
    private var missed = 0
    private var answers: [[UInt8]] = []
    private var samples: [[UInt8]] = []
    private var sizeOfSamples = 0

    /// Whether something waits, besides states.
    var isEmpty: Bool { events.isEmpty && missed == 0 && answers.isEmpty && samples.isEmpty }

    mutating func put(events new: [[UInt8]]) {
        events += new
        let over = events.count - Self.mostEvents
        guard over > 0 else { return }
        events.removeFirst(over)
        missed += over
    }

    mutating func put(samples new: [UInt8]) {
        samples.append(new)
        sizeOfSamples += new.count
        while sizeOfSamples > Self.mostSamples, samples.count > 1 {
            sizeOfSamples -= samples.removeFirst().count
        }
    }

    /// False if the browser asks for more answers than it takes.
    mutating func put(answer: [UInt8]) -> Bool {
        answers.append(answer)
        return answers.count <= Self.mostAnswers
    }

    /// The messages for everything that waits and, unless it is nil, for what a state has that the browser does not know.
    mutating func take(_ states: inout StateHistory?, site: String) -> [Message] {
        var text: [UInt8] = []
        func begin(_ key: String, _ text: inout [UInt8]) {
            text += (text.isEmpty ? "{\"\(key)\":" : ",\"\(key)\":").utf8
        }
        if let state = states?.current {
            if let known {
                if let patch = states?.patch(from: known.state, version: known.version) {
                    begin("patch", &text)
                    text += patch
                }
            } else {
                begin("site", &text)
                JSONValue.string(site).append(to: &text)
                begin("state", &text)
                state.append(to: &text)
            }
            known = (state, states?.version ?? 0)
        }
        if missed > 0 {
            begin("missed", &text)
            text += "\(missed)".utf8
        }
        for (key, items) in [("events", events), ("answers", answers)] where !items.isEmpty {
            begin(key, &text)
            text.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text += item
            }
            text.append(UInt8(ascii: "]"))
        }
        var messages: [Message] = []
        if !text.isEmpty {
            text.append(UInt8(ascii: "}"))
            messages.append(Message(isText: true, bytes: text))
        }
        if !samples.isEmpty {
            messages.append(Message(isText: false, bytes: Array(samples.joined())))
        }
        (events, missed, answers, samples, sizeOfSamples) = ([], 0, [], [], 0)
        return messages
    }
}

/// The latest state of a page, and what it has that the one before did not: most browsers know that one, and are sent
/// the same bytes.
struct StateHistory {
    private(set) var current: JSONValue
    private(set) var version = 1
    private var latestPatch: [UInt8] = []

    init(_ state: JSONValue) { current = state }

    mutating func set(_ state: JSONValue) {
        guard let patch = state.patch(from: current) else { return }
        current = state
        version += 1
        latestPatch = patch.compact
    }

    /// Nil if there is nothing new.
    func patch(from known: JSONValue, version: Int) -> [UInt8]? {
        switch self.version - version {
        case 0: nil
        case 1: latestPatch
        default: current.patch(from: known)?.compact
        }
    }
}
