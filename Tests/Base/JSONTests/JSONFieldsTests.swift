import JSON
import Testing

/// A board as an object of fields, with every kind of field.
private struct Board: JSONFields, Equatable {
    static var blank: Self { Self(name: "", kind: .cap) }

    enum Kind: String, CaseIterable { case cap, board }

    struct Result: JSONFields, Equatable {
        static var blank: Self { Self(verdict: "") }

        var verdict: String
        var codes: [UInt8] = []
        /// Results may have results.
        var parts: [Result] = []

        mutating func fields(_ c: inout some JSONCoder) {
            c(&verdict, "verdict")
            c.unlessEmpty(&codes, "codes")
            c.unlessEmpty(&parts, "parts")
        }
    }

    var name: String
    var kind: Kind
    var seed: UInt64 = .max
    var offset = -3
    var isOn = true
    var rate = 12.5
    var error = Double.nan
    var best: Double?
    var worst: Int?
    var share = Double.infinity
    var results: [Result] = []
    var first: Result?
    var pins: [Int: Double?] = [:]

    mutating func fields(_ c: inout some JSONCoder) {
        c.derived("board state", "format")
        c.derived(results.count, "count")
        c(&name, "name")
        c.choice(&kind, "kind")
        c(&seed, "seed")
        c(&offset, "offset")
        c(&isOn, "on")
        c(&rate, "rate")
        c.finite(&error, "error")
        c.finite(&best, "best")
        c(&worst, "worst")
        c.finiteOrZero(&share, "share")
        c(&results, "results")
        c(&first, "first")
        c(&pins, "pins")
    }
}

@Suite struct JSONFieldsTests {
    private static var full: Board {
        var board = Board(name: "wrist", kind: .board)
        board.error = 0.25
        board.best = 1
        board.worst = 7
        board.share = 0.5
        board.results = [
            Board.Result(verdict: "held", codes: [1, 255]),
            Board.Result(verdict: "failed", parts: [Board.Result(verdict: "late")]),
        ]
        board.first = board.results[1]
        board.pins = [10: 1.5, 2: nil]
        return board
    }

    @Test func `what is written is read again`() throws {
        let value = try Self.full.json()
        #expect(try Board(json: JSONValue(reading: value.pretty)) == Self.full)
        #expect(try Board(json: JSONValue(reading: value.compact)) == Self.full)
        #expect(
            String(decoding: try Self.full.results[0].json().canonical, as: UTF8.self)
                == #"{"codes":[1,255],"verdict":"held"}"#)
        #expect(value["count"]?.line == "2" && value["pins"]?.line == #"{"10":1.5,"2":null}"#)
    }

    @Test func `fields may be left out, be null or be unknown`() throws {
        let board = Board(name: "a", kind: .cap)
        let value = try board.json()
        #expect(value["best"] == nil && value["error"] == nil && value["first"] == nil)
        #expect(value["share"]?.line == "0.0")
        guard case .object(let entries) = value else { return }
        let more = JSONValue.object(
            entries + [("best", .null), ("first", .null), ("unknown", .integer(1))])
        let read = try Board(json: more)
        #expect(read.error.isNaN && read.best == nil && read.first == nil && read.name == "a")
        #expect(try read.json().canonical.isEmpty == false)
    }

    private static let wrong: [(find: String, put: String, wanted: String)] = [
        (#""name":"wrist""#, #""nam":"wrist""#, "`name` is missing"),
        (#""name":"wrist""#, #""name":null"#, "`name` is missing"),
        (#""name":"wrist""#, #""name":1"#, "`name` has the wrong type"),
        (#""kind":"board""#, #""kind":"ball""#, "`kind` is `ball`, which is not an allowed value"),
        (#""verdict":"failed""#, #""verdict":[]"#, "`results[1].verdict` has the wrong type"),
        (#""verdict":"failed""#, #""verdic":[]"#, "`results[1].verdict` is missing"),
        (#""verdict":"late""#, #""x":1"#, "`results[1].parts[0].verdict` is missing"),
        ("[1,255]", "[1,256]", "`results[0].codes[1]` is out of range"),
        ("[1,255]", "[1,-1]", "`results[0].codes[1]` is out of range"),
        ("[1,255]", "[1,2.5]", "`results[0].codes[1]` is not a whole number"),
        ("[1,255]", "[null]", "`results[0].codes[0]` has the wrong type"),
        ("[1,255]", "{}", "`results[0].codes` has the wrong type"),
        ("18446744073709551615", "-7", "`seed` is out of range"),
        ("18446744073709551615", "18446744073709551616", "`seed` is out of range"),
        (#""on":true"#, #""on":"true""#, "`on` has the wrong type"),
        ("1.5", #""1.5""#, "`pins.10` has the wrong type"),
        (#""10":"#, #""ten":"#, "`pins.ten` is not a valid key"),
    ]

    @Test(arguments: wrong) func `a wrong field is named by its path`(
        find: String, put: String, wanted: String
    ) throws {
        let text = try Self.full.json().line
        #expect(text.contains(find))
        let value = try JSONValue(
            reading: text.replacing(find, with: put, maxReplacements: 1).utf8)
        let fault = #expect(throws: JSONFault.self) { try Board(json: value) }
        #expect(fault?.description == wanted)
    }

    @Test func `a whole of another type is refused`() {
        let fault = #expect(throws: JSONFault.self) { try Board(json: .array([])) }
        #expect(fault?.description == "the value has the wrong type")
        #expect(fault?.sentence(about: "the file") == "the file has the wrong type")
    }

    @Test func `a number with zeros after the point is whole`() throws {
        #expect(try Int(json: JSONValue(reading: "4.0".utf8)) == 4)
        #expect(try Int(json: JSONValue(reading: "1e2".utf8)) == 100)
        #expect(try Double(json: JSONValue(reading: "18446744073709551615".utf8)) == 0x1p64)
        #expect(throws: JSONFault.self) { try Int(json: .number(1e19)) }
    }

    @Test func `the schema describes every field`() throws {
        let schema = JSONValue.schema(
            of: Board.self, called: "State of a board", about: "Do not edit.")
        #expect(
            schema.line.replacing("},\"", with: "},\n\"") == #"""
                {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"State of a board","description":"Do not edit.","$ref":"#/$defs/Board","$defs":{"Board":{"type":"object","properties":{"format":{"type":"string"},
                "count":{"type":"integer"},
                "name":{"type":"string"},
                "kind":{"enum":["cap","board"]},
                "seed":{"type":"integer","minimum":0,"maximum":18446744073709551615},
                "offset":{"type":"integer"},
                "on":{"type":"boolean"},
                "rate":{"type":"number"},
                "error":{"type":"number"},
                "best":{"type":"number"},
                "worst":{"type":"integer"},
                "share":{"type":"number"},
                "results":{"type":"array","items":{"$ref":"#/$defs/Result"}},
                "first":{"$ref":"#/$defs/Result"},
                "pins":{"type":"object","additionalProperties":{"anyOf":[{"type":"number"},{"type":"null"}]}}},
                "required":["format","count","name","kind","seed","offset","on","rate","share","results","pins"]},
                "Result":{"type":"object","properties":{"verdict":{"type":"string"},
                "codes":{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}},
                "parts":{"type":"array","items":{"$ref":"#/$defs/Result"}}},
                "required":["verdict"]}}}
                """#)
        // Each written field has a property.
        guard case .object(let written) = try Self.full.json() else { return }
        for (key, _) in written { #expect(schema["$defs"]?["Board"]?["properties"]?[key] != nil) }
    }

    @Test func `types of one name have definitions of their own`() {
        struct Pair: JSONFields {
            static var blank: Self { Self() }

            var one = Outer.Result()
            var two = Board.Result.blank

            mutating func fields(_ c: inout some JSONCoder) {
                c(&one, "one")
                c(&two, "two")
            }
        }
        let schema = JSONValue.schema(of: Pair.self, called: "", about: "")
        let properties = schema["$defs"]?["Pair"]?["properties"]
        #expect(properties?["one"]?["$ref"]?.line == ##""#/$defs/Result""##)
        #expect(properties?["two"]?["$ref"]?.line == ##""#/$defs/Result2""##)
        #expect(schema["$defs"]?["Result"]?["properties"]?.line == "{}")
    }
}

private enum Outer {
    struct Result: JSONFields {
        static var blank: Self { Self() }

        mutating func fields(_: inout some JSONCoder) {}
    }
}
