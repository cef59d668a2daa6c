import Declaration
import JSON

extension JSONSchema {
    /// The whole schema of case files.
    package static func cases() -> JSONValue {
        of(CaseFile.self, called: "boardsim conformance cases")
    }
}

extension ReferencePage {
    /// The whole page of case files.
    package static func cases() -> String {
        of(
            CaseFile.self,
            opening: """
                # Conformance cases

                <!-- Written by `./boardsim reference --write` from the declarations in
                     Sources/Judges/Conformance; do not edit. -->

                How to read and add cases: [Conformance](../Conformance/README.md); their sources:
                [evidence](conformance-evidence.md). A file is YAML:
                one document, without anchors, aliases, merge keys and tags. Quantities have units
                (`500 ms`), fields of packets are plain numbers. Keys that are not listed here are errors;
                `boardsim check FILE` says what is wrong, where, and how to fix it.

                """)
    }
}
