import ShippedFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
