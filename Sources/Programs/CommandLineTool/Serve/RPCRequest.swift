import JSON

/// One request of a client, which has to be answered once.
final class RPCRequest {
    let method: String
    let parameters: RPCParameters
    /// nil for a notification, which gets no answer.
    private let id: JSONValue?
    private let batch: RPCBatch

    /// - Throws: if it is not a request of JSON-RPC 2.0; the batch has its answer then.
    init?(_ value: JSONValue, of batch: RPCBatch) {
        var id = value["id"]
        var problem: String?
        // Nothing is asked of clients: what looks like an answer needs none.
        if value["method"] == nil, value["result"] != nil || value["error"] != nil {
            batch.answer(nil, .success(.null))
            return nil
        }
        switch id {
        case nil, .null?, .integer?, .string?, .number?: break
        default:
            id = .null
            problem = "`id` is neither a number nor a string"
        }
        if case .object = value {} else { problem = "a request is an object" }
        if case .string("2.0")? = value["jsonrpc"] {
        } else {
            problem = problem ?? "`jsonrpc` is missing or is not \"2.0\""
        }
        guard case .string(let method)? = value["method"], problem == nil else {
            batch.answer(
                id ?? .null, .failure(RPCError(.notARequest, problem ?? "`method` is missing")))
            return nil
        }
        (self.method, self.id, self.batch) = (method, id, batch)
        switch value["params"] {
        case nil: parameters = RPCParameters([], of: method)
        case .object(let entries)?: parameters = RPCParameters(entries, of: method)
        default:
            batch.answer(
                id,
                .failure(RPCError(.wrongParameters, "`params` of `\(method)` must be an object")))
            return nil
        }
    }

    /// Sends the answer, unless the request is a notification.
    func answer(_ result: Result<JSONValue, RPCError>) { batch.answer(id, result) }

    /// Ends it without an answer, because the client no longer wants one.
    func drop() { batch.answer(nil, .success(.null)) }

    /// Whether it has this id; false for a notification.
    func has(id other: JSONValue) -> Bool { id?.line == other.line }
}

/// Requests that were sent on one line, and their answers, which are sent on one line as well.
final class RPCBatch {
    private let isList: Bool
    private let send: (JSONValue) -> Void
    private var missing: Int
    private var answers: [JSONValue] = []

    /// - Parameter count: of the requests; nil for one that was not in a list.
    init(count: Int?, send: @escaping (JSONValue) -> Void) {
        isList = count != nil
        missing = count ?? 1
        self.send = send
    }

    func answer(_ id: JSONValue?, _ result: Result<JSONValue, RPCError>) {
        missing -= 1
        if let id {
            var entries: [(String, JSONValue)] = [("jsonrpc", .string("2.0")), ("id", id)]
            switch result {
            case .success(let value): entries.append(("result", value))
            case .failure(let error): entries.append(("error", error.json))
            }
            answers.append(.object(entries))
        }
        guard missing == 0, let first = answers.first else { return }
        send(isList ? .array(answers) : first)
    }
}
