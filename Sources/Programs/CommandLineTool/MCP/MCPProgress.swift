import JSON

/// Notices of progress, for a call that asks for them.
final class MCPProgress {
    private let token: JSONValue
    private var told = 0.0

    /// How often, in seconds of real time.
    private static let pause = 1.0

    /// Nil if the call asks for none.
    init?(_ parameters: RPCParameters) {
        switch parameters["_meta"]?["progressToken"] {
        case .string(let text)?: token = .string(text)
        case .integer(let number)?: token = .integer(number)
        default: return nil
        }
    }

    /// A notice, if it is time for one.
    ///
    /// - Parameters:
    ///   - elapsed: seconds of real time.
    ///   - expected: how long it takes, as far as that is known.
    func notice(_ elapsed: Double, of expected: Double?) -> JSONValue? {
        guard elapsed - told >= Self.pause else { return nil }
        told = elapsed
        var entries: [(String, JSONValue)] = [
            ("progressToken", token), ("progress", .number(elapsed)),
        ]
        if let expected { entries.append(("total", .number(max(expected, elapsed)))) }
        entries.append(("message", .string("has run for \(Int(elapsed)) s")))
        return .object([
            ("jsonrpc", .string("2.0")), ("method", .string("notifications/progress")),
            ("params", .object(entries)),
        ])
    }
}
