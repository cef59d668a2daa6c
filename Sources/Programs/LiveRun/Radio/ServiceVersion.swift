import BlueZStandIn

/// The version of the service that a process of this program stands in for.
///
/// Clients that want to know which BlueZ there is, such as Qt's, have a single way: they run what
/// the process that owns `org.bluez` runs, through its link in `/proc`, with `--version`, and read
/// the number with which the answer begins.
package enum ServiceVersion {
    /// The answer to a command line of such a client; nil for any other one.
    package static func answer(to commandLine: [String]) -> String? {
        guard commandLine.count == 2, commandLine[1] == "--version" else { return nil }
        let parts = commandLine[0].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1] == "proc", UInt32(parts[2]) != nil,
            parts[3] == "exe"
        else { return nil }
        return StandIn.version
    }
}
