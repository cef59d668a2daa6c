import Declaration
import Simulation
import Testing

@testable import CommandLineProgram

@Suite struct OptionReaderTests {
    private static func reader(_ words: String...) throws -> OptionReader {
        let options: [Option] = ["port", "seed", "for"].map { .value($0, "N", "A value.") }
        return OptionReader(
            try Arguments(words, options: options, operands: .none), of: "test")
    }

    @Test func `values are read by their kind, and nil without the option`() throws {
        let read = try Self.reader(
            "--port", "65535", "--seed", "18446744073709551615", "--for", "90s")
        #expect(try read.number("port", in: 0...65_535) == 65_535)
        #expect(try read.seed() == .max)
        #expect(try read.time("for") == .seconds(90))
        let empty = try Self.reader()
        #expect(try empty.number("port", in: 0...65_535) == nil)
        #expect(try empty.seed() == nil)
        #expect(try empty.time("for") == nil)
    }

    @Test(arguments: [
        ("port", "65536", "write a number from 0 to 65535"),
        ("port", "x", "write a number from 0 to 65535"),
        ("seed", "-1", "write a whole number from 0 to 18446744073709551615"),
        ("for", "0 s", "write a time such as `90 s` or `5min`"),
        ("for", "soon", "write a time such as `90 s` or `5min`"),
    ])
    func `an error names command, option, value and fix`(
        option: String, value: String, fix: String
    ) throws {
        let read = try Self.reader("--\(option)", value)
        let error = #expect(throws: RunError.self) {
            switch option {
            case "port": _ = try read.number("port", in: 0...65_535)
            case "seed": _ = try read.seed()
            default: _ = try read.time("for")
            }
        }
        #expect(error?.kind == .input)
        #expect(error?.description == "boardsim test: --\(option) is `\(value)`; \(fix)")
    }
}
