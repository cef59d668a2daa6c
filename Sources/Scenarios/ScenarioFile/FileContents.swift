/// The contents of a file that a scenario names, or why it cannot be read.
package enum FileContents {
    case success([UInt8])
    /// In the system's words: `No such file or directory`.
    case failure(String)
}
