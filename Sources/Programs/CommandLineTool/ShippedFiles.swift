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

    /// The checkout, if the program lies in its build folder, and the installed files.
    private var folders: [String] {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        var folders: [String] = []
        // `…/.build/debug/boardsim`
        if let end = parts.lastIndex(where: { $0.hasPrefix(".build") }) {
            folders.append(end == 0 ? "." : parts[..<end].joined(separator: "/"))
        }
        // `…/bin/boardsim`
        if parts.count > 2 {
            folders.append((parts.dropLast(2) + ["share", "boardsim"]).joined(separator: "/"))
        }
        return folders
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

extension Console {
    /// The path of a scenario or case file: as given, or if there is none, that of the file of this
    /// name that came with the program.
    package func found(_ name: String, _ files: ShippedFiles = ShippedFiles()) -> String {
        // A pipe can be read only once.
        if Self.exists(name) || (try? read(name)) != nil { return name }
        return files.places(ofScenario: name).first(where: Self.exists) ?? name
    }

    private static func exists(_ path: String) -> Bool {
        withBytes(of: path) { access($0, F_OK) } == 0
    }
}
