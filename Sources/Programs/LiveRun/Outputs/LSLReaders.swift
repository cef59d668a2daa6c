import CommandLineProgram

/// How a run with outlets of the Lab Streaming Layer treats those who read them.
package enum LSLReaders: Sendable {
    /// They come when they like.
    case free
    /// Time stands still when a stream begins until it is read.
    case awaited
}

extension Option {
    /// Outlets for the streams of a run.
    static let lsl = Option(
        name: "lsl", value: "wait", choices: ["wait"], isValueOptional: true,
        about:
            "Outlets of the Lab Streaming Layer for what clients stream, and for the truth; the"
            + " run then goes in real time. With `=wait`, each stream waits for up to a minute"
            + " until it is read. Needs liblsl, which is in pip's pylsl.")
}

extension Arguments {
    /// What `--lsl` asks for; nil without it.
    var lslReaders: LSLReaders? {
        has("lsl") ? (value("lsl") == "wait" ? .awaited : .free) : nil
    }
}
