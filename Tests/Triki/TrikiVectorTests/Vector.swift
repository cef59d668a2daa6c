import Checkout
import Foundation
import Testing
import VeltoKit

/// One example in the strict form (README).
struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let title: String
    let version: String?
    let subject: String
    let setup: [String: Value]?
    let tolerance: Double
    let steps: [[String: Value]]

    var testDescription: String { "\(id) \(title)" }

    private struct File: Decodable {
        let form: Int
        let vectors: [Vector]
    }

    /// The vectors of the file in `TRIKI_VECTORS`; without it, those of this folder. None if the file cannot be read,
    /// which a test of its own notices.
    static let all: [Vector] = (try? load()) ?? []

    static func load() throws -> [Vector] {
        let data =
            if let path = ProcessInfo.processInfo.environment["TRIKI_VECTORS"] {
                try Data(contentsOf: URL(filePath: path))
            } else {
                Data(try Repository.bytes("Tests/Triki/TrikiVectorTests/vectors.json"))
            }
        let file = try JSONDecoder().decode(File.self, from: data)
        guard file.form == 1 else { throw Unplayable("the file has form \(file.form), not 1") }
        return file.vectors
    }
}

/// Why a vector cannot be played.
struct Unplayable: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// What a step or a setup says: each field must be there, and each must be read.
final class Arguments {
    private var fields: [String: Value]

    init(_ fields: [String: Value]) { self.fields = fields }

    /// The field of that name, as the type that is needed; null is nil.
    func callAsFunction<Field: Argument>(_ name: String) throws -> Field {
        guard let value = fields.removeValue(forKey: name) else {
            throw Unplayable("`\(name)` is missing")
        }
        guard let field = Field(argument: value) else {
            throw Unplayable("`\(name)` is not \(Field.self): \(value)")
        }
        return field
    }

    /// A field that may be missing.
    func optional<Field: Argument>(_ name: String) throws -> Field? {
        fields[name] == nil ? nil : try self(name)
    }

    func choice<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice {
        let text: String = try self(name)
        guard let choice = Choice(rawValue: text) else { throw Unplayable("`\(name)`: \(text)?") }
        return choice
    }

    func finish() throws {
        if !fields.isEmpty { throw Unplayable("not understood: \(fields.keys.sorted())") }
    }
}

/// A type that fields have.
protocol Argument { init?(argument: Value) }

extension Value: Argument { init?(argument: Value) { self = argument } }
extension Double: Argument {
    init?(argument: Value) {
        guard case .number(let value) = argument else { return nil }
        self = value
    }
}
extension Int: Argument {
    init?(argument: Value) {
        guard case .number(let value) = argument else { return nil }
        self.init(exactly: value)
    }
}
extension Bool: Argument {
    init?(argument: Value) {
        guard case .bool(let value) = argument else { return nil }
        self = value
    }
}
extension String: Argument {
    init?(argument: Value) {
        guard case .text(let value) = argument else { return nil }
        self = value
    }
}
extension Optional: Argument where Wrapped: Argument {
    init?(argument: Value) {
        self = Wrapped(argument: argument)
        if self == nil, argument != .null { return nil }
    }
}
extension Array: Argument where Element: Argument {
    init?(argument: Value) {
        guard case .list(let values) = argument else { return nil }
        let items = values.compactMap { Element(argument: $0) }
        guard items.count == values.count else { return nil }
        self = items
    }
}
extension Dictionary: Argument where Key == String, Value: Argument {
    init?(argument: TrikiVectorTests.Value) {
        guard case .object(let fields) = argument else { return nil }
        let items = fields.compactMapValues { Value(argument: $0) }
        guard items.count == fields.count else { return nil }
        self = items
    }
}

/// Bytes as vectors write them: `22 00 0A`.
struct Hex: Argument {
    let bytes: [UInt8]

    init?(argument: Value) {
        guard case .text(let text) = argument else { return nil }
        let words = text.split(separator: " ")
        bytes = words.compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
        guard bytes.count == words.count else { return nil }
    }

    static func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: " ")
    }
}
