import MetaWearBoard
import Scenario

/// `boardsim schema`: prints the JSON Schema of scenario files.
func schemaCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    put(JSONSchema.scenario().text(), "Scenarios/scenario.schema.json", arguments, console)
}

/// `boardsim reference`: prints the reference page of scenario files.
func referenceCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    put(ReferencePage.scenario(), "docs/scenario-reference.md", arguments, console)
}

/// `boardsim dissector`: prints the Wireshark dissector.
func dissectorCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    put(WiresharkDissector.lua(), "docs/wireshark/metawear.lua", arguments, console)
}

/// Prints a text, or writes it into its file with `--write`.
private func put(
    _ text: String, _ path: String, _ arguments: Arguments, _ console: Console
) -> ExitStatus {
    guard arguments.has("write") else {
        console.write(text)
        return .success
    }
    do throws(FileError) {
        try console.save(Array(text.utf8), path)
        console.write("wrote \(path)\n")
        return .success
    } catch {
        console.complain("boardsim: \(error.path): \(error.reason)\n")
        return .environment
    }
}
