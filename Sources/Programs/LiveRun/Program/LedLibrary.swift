import CommandLineProgram
import Declaration
import Glibc
import ShippedFiles

/// The library that programs preload whose time a run leads.
enum LedLibrary {
    static let name = "libboardsim-led.so"

    /// The variables with which a program loads it, after its own preloaded libraries.
    ///
    /// - Parameters:
    ///   - socket: on which it joins.
    ///   - command: whose option it is, for messages.
    /// - Throws: if the library is not installed, or no path to it can be preloaded.
    static func variables(
        joining socket: String, command: String
    ) throws(RunError) -> [(name: String, value: String)] {
        let places = ShippedFiles().places(ofLibrary: name)
        let named = value(of: "BOARDSIM_LED_LIBRARY").map { [$0] } ?? []
        guard let library = (named + places).first(where: { access($0, R_OK) == 0 }) else {
            throw RunError(
                .environment, of: command,
                "--speed led: \(places[0]) is missing; build it with `Sources/Preload/build.sh"
                    + " \(places[0])`, or install boardsim anew")
        }
        let preloaded = value(of: "LD_PRELOAD").map { [$0] } ?? []
        let path = try preloadable(library, nextTo: socket, command: command)
        return [
            ("BOARDSIM_LEAD", socket), ("LD_PRELOAD", (preloaded + [path]).joined(separator: ":")),
        ]
    }

    /// A path of the library at which `LD_PRELOAD` is not split (ld.so(8)): its own, or that of a link to it in the
    /// run's own folder.
    private static func preloadable(
        _ library: String, nextTo socket: String, command: String
    ) throws(RunError) -> String {
        guard isSplit(library) else { return library }
        let folder = String(socket[..<(socket.lastIndex(of: "/") ?? socket.endIndex)])
        let link = folder + "/" + name
        guard !isSplit(link) else {
            throw RunError(
                .environment, of: command,
                "--speed led: LD_PRELOAD is split at blanks and colons, which the path of \(library) has,"
                    + " and that of \(TemporaryFolder.root) as well; set TMPDIR to a folder without them"
            )
        }
        guard let whole = realpath(library, nil) else {
            throw RunError(
                .environment, of: command, "--speed led: \(library): \(ChildProcess.reason)")
        }
        defer { free(whole) }
        guard symlink(whole, link) == 0 else {
            throw RunError(
                .environment, of: command, "--speed led: \(link): \(ChildProcess.reason)")
        }
        return link
    }

    private static func isSplit(_ path: String) -> Bool {
        path.contains(" ") || path.contains(":")
    }

    private static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
