import JSON

/// What a client can give its model to begin with.
enum MCPPrompt {
    /// For every session, with the answer to `initialize`.
    static let instructions = """
        boardsim simulates MetaWear boards in virtual time. A scenario (YAML) has boards, and clients that talk to them; a \
        program can be the client. To find why a client fails: `run` it and read the findings and the expectations that failed; \
        `explain` a finding; `trace` the packets around its time; `explain` a packet; change the scenario (a quirk of `boards`, \
        a fault of `steps`) until `run` fails every time, or let `explore` look for the fault that breaks it and `replay` what it \
        found. `guide` searches the documentation. Answers are short: the files that they name have the rest.
        """

    private static let name = "find-cause"
    private static let about =
        "From a complaint about a client to its cause and a scenario that shows it."

    static let json = JSONValue.object([
        ("name", .string(name)), ("title", .string("Why does my client fail?")),
        ("description", .string(about)),
        (
            "arguments",
            .array([
                .object([
                    ("name", .string("complaint")),
                    ("description", .string("What goes wrong: `my client loses samples`.")),
                    ("required", .bool(true)),
                ]),
                .object([
                    ("name", .string("client")),
                    (
                        "description",
                        .string("A scenario with the client, or the command that starts it.")
                    ),
                    ("required", .bool(false)),
                ]),
            ])
        ),
    ])

    /// The prompt with its arguments filled in.
    static func message(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
        guard let asked = try parameters.text("name"), asked == name else {
            throw parameters.wrong("there is no such prompt", "the only one is `\(name)`")
        }
        guard case .string(let complaint)? = parameters["arguments"]?["complaint"] else {
            throw parameters.wrong("the argument `complaint` is missing")
        }
        var text = "A client of a MetaWear board has a problem: \(complaint)\n"
        if case .string(let client)? = parameters["arguments"]?["client"] {
            text += "The client: \(client)\n"
        }
        text += """

            Find the cause with the tools of boardsim:
            1. `guide` with the words of the complaint: what is known about it.
            2. `run` the client (`new` writes a scenario for it) and read what the judge found and which expectations failed.
            3. `explain` each finding; `trace` around its time; `explain` the packets that matter.
            4. If nothing shows, `explore`: it tries every fault at every packet. `replay` what it finds.
            5. Write the shortest scenario that shows the problem, and `run` it.
            Answer with the line of the trace, the sentence of the protocol, the fix, and the path of that scenario.
            """
        return .object([
            MCPVersion.complete, ("description", .string(about)),
            (
                "messages",
                .array([
                    .object([
                        ("role", .string("user")),
                        (
                            "content",
                            .object([("type", .string("text")), ("text", .string(text))])
                        ),
                    ])
                ])
            ),
        ])
    }
}
