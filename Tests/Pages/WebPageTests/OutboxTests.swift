import JSON
import PageModel
import Testing

@testable import WebPage

@Suite struct `What waits for a browser` {
    /// The messages, of which those with text as such.
    func messages(_ messages: [Message]) -> [String] {
        messages.map {
            $0.isText ? String(decoding: $0.bytes, as: UTF8.self) : "\($0.bytes.count) bytes"
        }
    }

    func state(_ text: String) throws -> JSONValue { try JSONValue(reading: text.utf8) }

    @Test func `is the state at first, and then what has changed`() throws {
        var outbox = Outbox()
        var states: StateHistory? = StateHistory(try state(#"{"a":1,"b":{"c":2}}"#))
        #expect(
            messages(outbox.take(&states, site: "s")) == [
                #"{"site":"s","state":{"a":1,"b":{"c":2}}}"#
            ])
        #expect(outbox.take(&states, site: "s").isEmpty)
        states?.set(try state(#"{"a":1,"b":{"c":3}}"#))
        #expect(messages(outbox.take(&states, site: "s")) == [#"{"patch":{"b":{"c":3}}}"#])
        // A browser that was busy gets the sum.
        states?.set(try state(#"{"a":2,"b":{"c":3}}"#))
        states?.set(try state(#"{"a":2}"#))
        #expect(messages(outbox.take(&states, site: "s")) == [#"{"patch":{"a":2,"b":null}}"#])
        states?.set(try state(#"{"a":2}"#))
        #expect(outbox.take(&states, site: "s").isEmpty)
    }

    @Test func `are the latest events and samples, within bounds`() throws {
        var outbox = Outbox()
        var none: StateHistory?
        for number in 0..<2000 { outbox.put(events: [Array("\(number)".utf8)]) }
        for _ in 0..<2000 { outbox.put(samples: [UInt8](repeating: 0, count: 1000)) }
        let found = messages(outbox.take(&none, site: ""))
        #expect(found.count == 2)
        #expect(found[0].hasPrefix(#"{"missed":1500,"events":[1500,1501"#))
        #expect(found[1] == "524000 bytes")
        #expect(outbox.take(&none, site: "").isEmpty)
    }

    @Test func `are not more answers than a browser would want`() {
        var outbox = Outbox()
        let taken = (0..<101).map { _ in outbox.put(answer: Array("1".utf8)) }
        #expect(taken.firstIndex(of: false) == 100)
    }
}
