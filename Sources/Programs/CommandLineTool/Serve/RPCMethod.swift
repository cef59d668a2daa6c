import Declaration

/// A method of `boardsim serve`: its name and the names of its parameters.
enum RPCMethod: String, CaseIterable {
    case version, start, step, advance, finish, `do`, truth, compare, state, save, report, stop
    /// Other spellings of `do`.
    case input, fault, move

    /// The names of its parameters.
    var parameters: [String] {
        switch self {
        case .version, .save, .report, .stop: []
        case .start: ["scenario", "file", "folder", "options"]
        case .step: ["for", "until"]
        case .advance: ["until"]
        case .finish: ["within"]
        case .do, .input, .fault: ["board", rawValue]
        case .move: ["board", "moves"]
        case .truth, .state: ["board"]
        case .compare: ["board", "signal", "samples", "rate"]
        }
    }

    /// The method of a request, with its parameters checked.
    init(_ request: RPCRequest) throws(RPCError) {
        guard let method = Self(rawValue: request.method) else {
            throw RPCError(
                .unknownMethod,
                "there is no method `\(request.method)`; "
                    + Suggestion.fix(
                        request.method, known: Self.allCases.map(\.rawValue), what: "methods"))
        }
        try request.parameters.check(known: method.parameters)
        self = method
    }
}
