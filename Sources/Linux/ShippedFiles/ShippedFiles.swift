#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where the files are that come with the program: cases, scenarios, pages.
///
/// One rule for a checkout and for every package: the working directory first, then the checkout
/// that the program was built in, then `../share/boardsim` from the program's own folder.
package struct ShippedFiles {
    /// The program's path, without symbolic links.
    private let program: String

    /// - Parameter program: for tests; by default that of this process.
    package init(of program: String = Self.thisProgram) { self.program = program }

    /// The possible paths of a file or folder, the most likely first.
    package func places(of name: String) -> [String] {
        [name] + folders.map { "\($0)/\(name)" }
    }

    /// The paths of a scenario that was named on the command line and is not there: with its folder,
    /// as in `Scenarios/wrist.yaml`, or without it. None for a path that does not begin here.
    package func places(ofScenario name: String) -> [String] {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return [] }
        return folders.flatMap { ["\($0)/\(name)", "\($0)/Scenarios/\(name)"] }
    }

    /// The paths of a folder that has another place in a checkout than in a package, the most likely first. The working
    /// directory is none of them.
    package func places(ofInstalled name: String, inCheckout other: String) -> [String] {
        [checkout.map { "\($0)/\(other)" }, installed.map { "\($0)/\(name)" }].compactMap { $0 }
    }

    /// The paths of a shared library of our own, the most likely first: beside the program, as in a checkout, and
    /// `../lib/boardsim` from there.
    package func places(ofLibrary name: String) -> [String] {
        let folder = parts.dropLast()
        let upper = folder.dropLast()
        return [
            (folder + [Substring(name)]).joined(separator: "/"),
            (upper + ["lib", "boardsim", Substring(name)]).joined(separator: "/"),
        ]
    }

    /// The checkout, if the program lies in its build folder, and the installed files.
    private var folders: [String] { [checkout, installed].compactMap { $0 } }

    private var parts: [Substring] {
        program.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// `…` of `…/.build/debug/boardsim`.
    private var checkout: String? {
        let parts = parts
        guard let end = parts.lastIndex(where: { $0.hasPrefix(".build") }) else { return nil }
        return end == 0 ? "." : parts[..<end].joined(separator: "/")
    }

    /// `…/share/boardsim` of `…/bin/boardsim`.
    private var installed: String? {
        let parts = parts
        guard parts.count > 2 else { return nil }
        return (parts.dropLast(2) + ["share", "boardsim"]).joined(separator: "/")
    }

    /// This process's program; through a symbolic link, its target.
    package static var thisProgram: String {
        let named = CommandLine.arguments.first ?? ""
        for name in ["/proc/self/exe", named] {
            guard let path = realpath(name, nil) else { continue }
            defer { free(path) }
            return String(cString: path)
        }
        return named
    }
}
