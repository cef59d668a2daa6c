import VeltoKit

/// What a subject shows by name after a call; anything that `Value` can be made of.
typealias Shown = [String: Any]
/// Makes a call on a subject, and shows it; the call `look` does nothing.
typealias Subject = @MainActor (_ call: String, _ a: Arguments) throws -> Shown
/// Makes a subject.
typealias Maker = @MainActor (_ setup: Arguments, _ version: VeltoVersion) throws -> Subject

/// What came of a vector.
enum Verdict {
    case passed
    case failed([String])
    case unplayable(String)
}

@MainActor
enum Player {
    private static let makers = [parsers, sessions, navigation, gamepad, caps, attitudes]
        .reduce([:]) { $0.merging($1) { $1 } }

    static func play(_ vector: Vector) -> Verdict {
        guard let maker = makers[vector.subject] else {
            return .unplayable("the product has no \(vector.subject)")
        }
        var comparison = Comparison(tolerance: vector.tolerance)
        do {
            let setup = Arguments(vector.setup ?? [:])
            let version = vector.version.map { VeltoVersion(rawValue: $0) } ?? .seed
            guard let version else { throw Unplayable("there is no such version") }
            let subject = try maker(setup, version)
            try setup.finish()
            for (index, step) in vector.steps.enumerated() {
                try play(step, on: subject, at: "step \(index + 1)", &comparison)
            }
        } catch { return .unplayable("\(error)") }
        return comparison.differences.isEmpty ? .passed : .failed(comparison.differences)
    }

    private static func play(
        _ step: [String: Value], on subject: Subject, at path: String,
        _ comparison: inout Comparison
    ) throws {
        var fields = step
        let expected = fields.removeValue(forKey: "expect")
        guard case .text(let call)? = fields.removeValue(forKey: "do") else {
            throw Unplayable("\(path) has no `do`")
        }
        let times = fields.removeValue(forKey: "times").map { Int(argument: $0) } ?? 1
        guard let times, times >= 1 else { throw Unplayable("\(path): `times`?") }
        for time in 1...times {
            let arguments = Arguments(fields)
            let shown = try subject(call, arguments)
            try arguments.finish()
            guard let expected else { continue }
            comparison.compare(
                expected, Value(shown), at: path + (times > 1 ? " (\(time). time)" : ""))
        }
    }

    /// For the last case of a subject: it has no other calls.
    static func look(_ call: String) throws {
        if call != "look" { throw Unplayable("there is no call `\(call)`") }
    }
}
