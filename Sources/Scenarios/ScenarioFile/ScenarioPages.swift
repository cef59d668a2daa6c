import Declaration
import JSON

extension JSONSchema {
    /// The JSON Schema of scenario files.
    package static func scenario() -> JSONValue {
        of(ScenarioFile.self, called: "boardsim scenario")
    }

    /// The JSON Schema of what is done to a board: by pages, `boardsim serve` and Python.
    package static func action() -> JSONValue {
        of(ActionEntry.self, called: "boardsim action")
    }
}

extension KeyTable {
    /// What pages need to know of actions.
    package static func actions() -> String { of(ActionEntry.self, called: "actions") }
}

extension ReferencePage {
    /// The reference page of scenario files.
    package static func scenario() -> String {
        of(
            ScenarioFile.self,
            opening: """
                # Scenario files

                <!-- Written by `./boardsim reference --write` from the declarations in
                     Sources/Scenarios; do not edit. -->

                A scenario file is YAML: one document, without anchors, aliases, merge keys and tags.
                Every quantity carries its unit (`90 deg`, `500 ms`, `-4 dBm`); a number without a unit
                is a count. Keys that are not listed here are errors. `boardsim check FILE` says what is
                wrong, where, and how to fix it. Times are measured from the beginning of the run.

                For completion and checks in an editor, put this line on top of a file:

                ```yaml
                # yaml-language-server: $schema=scenario.schema.json
                ```

                If a mapping has a *principal* key, the value of that key may be written instead of the
                mapping: `rest: 1 s` means `rest: {for: 1 s}`. If no key is required, the mapping may be
                left out: `- disconnect`.

                """)
    }
}
