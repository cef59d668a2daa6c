import JSON

extension BoardState {
    private static let about = "What a board is and does at an instant."

    /// The JSON Schema of a state.
    package static var jsonSchema: JSONValue {
        .schema(
            of: Self.self, called: "boardsim board state",
            about: about + " Written by `boardsim schema --write`; do not edit.")
    }

    /// Its classes for Python.
    package static var python: String { PythonClasses.of(jsonSchema, about: about) }
}
