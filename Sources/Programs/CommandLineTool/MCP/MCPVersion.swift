import CommandLineProgram
import JSON

/// The revisions of the protocol, and what differs between them.
///
/// Up to 2025-11-25 a session begins with a handshake; in 2026-07-28 each request names its revision. What only the newest
/// one wants is in every answer: older clients ignore it.
enum MCPVersion {
    /// With a handshake, the newest first.
    private static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// Named by each request.
    private static let named = ["2026-07-28"]

    private static let prefix = "io.modelcontextprotocol/"

    /// The revision for a client that can speak `version` with a handshake.
    static func agreed(on version: String) -> String {
        withHandshake.contains(version) ? version : withHandshake[0]
    }

    /// Whether a request names its revision.
    ///
    /// - Throws: if it is none of ours.
    static func isNamed(by parameters: RPCParameters) throws(RPCError) -> Bool {
        guard case .string(let version)? = parameters["_meta"]?[prefix + "protocolVersion"] else {
            return false
        }
        if withHandshake.contains(version) { return false }
        guard named.contains(version) else {
            throw RPCError(
                .unknownVersion,
                "the revision `\(version)` is not known; the newest one is \(named[0])",
                data: .object([
                    ("supported", .array((named + withHandshake).map { .string($0) })),
                    ("requested", .string(version)),
                ]))
        }
        return true
    }

    /// The answer to a client that asks instead of shaking hands.
    static let discovery = lasting([
        ("supportedVersions", .array((named + withHandshake).map { .string($0) })),
        ("capabilities", capabilities), ("instructions", .string(MCPPrompt.instructions)),
        ("_meta", .object([(prefix + "serverInfo", server)])),
    ])

    static let capabilities = JSONValue.object([
        ("tools", .object([])), ("resources", .object([])), ("prompts", .object([])),
    ])

    static let server = JSONValue.object([
        ("name", .string("boardsim")), ("title", .string("boardsim")),
        ("version", .string(Program.version)),
    ])

    /// Every answer is whole.
    static let complete = ("resultType", JSONValue.string("complete"))

    /// An answer that stays true as long as the process runs.
    static func lasting(_ entries: [(String, JSONValue)]) -> JSONValue {
        .object(
            entries + [
                complete, ("ttlMs", .integer(3_600_000)), ("cacheScope", .string("public")),
            ])
    }
}
