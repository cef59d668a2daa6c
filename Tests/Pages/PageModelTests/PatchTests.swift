import JSON
import PageModel
import Testing

@Suite struct `What has changed in a state` {
    @Test(
        arguments: [
            (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#, nil),
            (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, nil),
            (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, #"{"b":3}"#),
            (#"{"a":1,"b":2}"#, #"{"a":1}"#, #"{"b":null}"#),
            (#"{"a":1}"#, #"{"a":1,"b":{"c":[]}}"#, #"{"b":{"c":[]}}"#),
            (#"{"a":{"x":1,"y":2}}"#, #"{"a":{"x":1,"y":3}}"#, #"{"a":{"y":3}}"#),
            (#"{"a":[1,2]}"#, #"{"a":[1,2,3]}"#, #"{"a":[1,2,3]}"#),
            (#"{"a":[{"b":1}]}"#, #"{"a":[{"b":1}]}"#, nil),
            (#"{"a":null}"#, #"{}"#, nil), (#"{}"#, #"{"a":null}"#, nil),
            (#"{"a":1}"#, #"{"a":"1"}"#, #"{"a":"1"}"#),
        ] as [(String, String, String?)])
    func `is said by key, with arrays as a whole`(before: String, after: String, patch: String?)
        throws
    {
        let old = try JSONValue(reading: before.utf8)
        let new = try JSONValue(reading: after.utf8)
        #expect(new.patch(from: old).map { String(decoding: $0.compact, as: UTF8.self) } == patch)
    }

    @Test func `numbers that are not finite are all null`() {
        let values = [Double.nan, .infinity, -.infinity]
        for one in values {
            for two in values { #expect(JSONValue.number(one).isSame(as: .number(two))) }
        }
        #expect(JSONValue.number(.nan).compact == Array("null".utf8))
    }
}

@Suite struct `Arguments of a command` {
    let command = PageCommand(
        "move",
        .object([
            ("board", .string("left")), ("turn", .array([.integer(1), .number(0.5), .integer(0)])),
            ("count", .integer(3)), ("isOn", .bool(true)), ("none", .null),
        ]))

    @Test func `are read with their limits`() throws {
        #expect(try command.text("board") == "left")
        #expect(try command.numbers("turn", count: 3) == [1, 0.5, 0])
        #expect(try command.integer("count") == 3)
        #expect(try command.number("count") == 3)
        #expect(try command.flag("isOn"))
        #expect(command.has("board") && !command.has("none") && !command.has("other"))
    }

    @Test func `are refused in words`() {
        func refusal<Value>(_ read: () throws(PageError) -> Value) -> String? {
            do throws(PageError) {
                _ = try read()
                return nil
            } catch { return error.description }
        }
        #expect(
            refusal { () throws(PageError) in try command.text("name") }
                == "move: `name` is missing")
        #expect(
            refusal { () throws(PageError) in try command.text("board", atMost: 3) }
                == "move: `board` must be at most 3 characters long")
        #expect(
            refusal { () throws(PageError) in try command.number("count", in: 0...1) }
                == "move: `count` must be from 0 to 1")
        #expect(
            refusal { () throws(PageError) in try command.numbers("turn", count: 4) }
                == "move: `turn` must be a list of 4 numbers")
        #expect(
            refusal { () throws(PageError) in try command.flag("count") }
                == "move: `count` must be true or false")
    }
}

@Test func `a sample block has the bytes that the page reads`() {
    var bytes: [UInt8] = []
    SampleBlock(stream: 2, start: 1, step: 0.5, channels: 1, values: [1, -2]).append(to: &bytes)
    #expect(
        bytes == [
            2, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0,
            0, 0x80, 0x3f, 0, 0, 0, 0xc0,
        ])
}
