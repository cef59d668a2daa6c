import CommandLineProgram
import Conformance
import Declaration
import JSON
import MetaWearBoard
import ScenarioFile

/// `boardsim schema`: prints the JSON Schema of scenario or case files, of an action or of a state.
func schemaCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    put(
        [
            ("scenario", "Scenarios/scenario.schema.json", { JSONSchema.scenario().text }),
            ("cases", "Conformance/case.schema.json", { JSONSchema.cases().text }),
            ("action", "Scenarios/action.schema.json", { JSONSchema.action().text }),
            (
                "state", "Scenarios/board-state.schema.json", { BoardState.jsonSchema.text }
            ),
            ("python", "Packaging/python/src/boardsim/_state.py", { BoardState.python }),
            ("page", "Sources/Pages/Web/shared/actions.js", { KeyTable.actions() }),
        ], arguments, console)
}

/// `boardsim reference`: prints the reference page of scenario or case files.
func referenceCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    put(
        [
            ("scenario", "docs/scenario-reference.md", { ReferencePage.scenario() }),
            ("cases", "docs/conformance-reference.md", { ReferencePage.cases() }),
        ], arguments, console)
}

/// `boardsim dissector`: prints the Wireshark dissector.
func dissectorCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    put([("", "docs/wireshark/metawear.lua", { WiresharkDissector.lua() })], arguments, console)
}

/// Prints the requested text, by default the first, or with `--write` writes all to their files.
private func put(
    _ texts: [(kind: String, path: String, make: () -> String)], _ arguments: Arguments,
    _ console: Console
) -> ExitStatus {
    guard arguments.has("write") else {
        let kind = arguments.value("of") ?? texts[0].kind
        for text in texts where text.kind == kind { console.write(text.make()) }
        return .success
    }
    for text in texts {
        do throws(FileError) {
            try console.save(Array(text.make().utf8), text.path)
            console.write("wrote \(text.path)\n")
        } catch {
            console.complain("boardsim: \(error.path): \(error.reason)\n")
            return .environment
        }
    }
    return .success
}
