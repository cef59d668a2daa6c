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
    /// - Throws: if the library is not installed.
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
        let preloaded = value(of: "LD_PRELOAD").map { [$0, library] } ?? [library]
        return [
            ("BOARDSIM_LEAD", socket), ("LD_PRELOAD", preloaded.joined(separator: ":")),
        ]
    }

    private static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
