import JSON
import Simulation
import Testing

private struct Quantities: JSONFields, Equatable {
    static var blank: Self { Self() }

    var count = 0
    var few = 0
    var later = 0
    var time = Instant.zero
    var end: Instant?
    var span = Nanoseconds.zero
    var gap: Nanoseconds?
    var packet: [UInt8] = []
    var id: UInt8 = 0
    var module: UInt8?

    mutating func fields(_ c: inout some JSONCoder) {
        c.count(&count, "count")
        c.countUnlessZero(&few, "few")
        c.laterCount(&later, "later", otherwise: count + 1)
        c.seconds(&time, "time")
        c.seconds(&end, "end")
        c.seconds(&span, "span")
        c.seconds(&gap, "gap")
        c.hex(&packet, "packet")
        c.hex(&id, "id")
        c.hex(&module, "module")
    }
}

@Suite struct JSONQuantityTests {
    private static let full = Quantities(
        count: 3, few: 1, later: 2, time: .zero + .milliseconds(300), end: .zero + .seconds(2),
        span: .milliseconds(-1), gap: .microseconds(7), packet: [0x03, 0x8A, 0], id: 0x0C,
        module: 0xFF)

    @Test func `counts, seconds and bytes have one form`() throws {
        let text = try Self.full.json().line
        #expect(
            text
                == #"{"count":3,"few":1,"later":2,"time":0.3,"end":2.0,"span":-0.001,"gap":7e-06,"#
                + #""packet":"03 8a 00","id":"0c","module":"ff"}"#)
        #expect(try Quantities(json: JSONValue(reading: text.utf8)) == Self.full)
    }

    @Test func `what may be left out is left out`() throws {
        let text = try Quantities(count: 4).json().line
        #expect(text == #"{"count":4,"later":0,"time":0.0,"span":0.0,"id":"00"}"#)
        let old = text.replacing(#""later":0,"#, with: "")
        #expect(try Quantities(json: JSONValue(reading: old.utf8)).later == 5)
    }

    @Test(
        arguments: [
            ("3,", "-1,", "`count` is -1, which is not a count"),
            ("3,", "9007199254740992,", "`count` is 9007199254740992, which is not a count"),
            ("0.3", "1e300", "`time` is out of range"), ("0.3", "3e9", "`time` is out of range"),
            ("8a", "8", "`packet` has `8`, which is not a byte"),
            ("8a", "+a", "`packet` has `+a`, which is not a byte"),
            ("0c", "", "`id` has ``, which is not a byte"),
        ])
    func `what is no quantity is refused`(find: String, put: String, wanted: String) throws {
        let text = try Self.full.json().line.replacing(find, with: put, maxReplacements: 1)
        let fault = #expect(throws: JSONFault.self) {
            try Quantities(json: JSONValue(reading: text.utf8))
        }
        #expect(fault?.description == wanted)
    }

    @Test func `the schema has their bounds`() {
        let schema = JSONValue.schema(of: Quantities.self, called: "", about: "")
        let properties = schema["$defs"]?["Quantities"]?["properties"]
        #expect(properties?["count"]?.line == #"{"type":"integer","minimum":0}"#)
        #expect(properties?["time"]?.line == #"{"type":"number"}"#)
        #expect(properties?["id"]?.line == #"{"type":"string","pattern":"^[0-9a-f]{2}$"}"#)
    }
}
