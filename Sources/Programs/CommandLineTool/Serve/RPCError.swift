import JSON

/// Why a request failed, as a JSON-RPC error object.
struct RPCError: Error {
    /// Numbers that clients can rely on; those of JSON-RPC 2.0 and our own.
    enum Code: Int {
        case notJSON = -32700
        case notARequest = -32600
        case unknownMethod = -32601
        case wrongParameters = -32602
        /// The request does not fit the state: no run, or a run that cannot be stepped.
        case wrongState = -32000
        /// A scenario, an option or an action is wrong.
        case wrongInput = -32001
        /// The machine lacks something.
        case environment = -32002
        /// A revision of the Model Context Protocol that we do not speak.
        case unknownVersion = -32022
    }

    var code: Code
    /// What is wrong, and the fix.
    var message: String
    /// What a program needs to go on; nil for nothing.
    var data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    var json: JSONValue {
        .object(
            [("code", .integer(code.rawValue)), ("message", .string(message))]
                + (data.map { [("data", $0)] } ?? []))
    }
}
