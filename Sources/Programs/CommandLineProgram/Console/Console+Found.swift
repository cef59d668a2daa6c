import Declaration
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

    /// For a file that is not there: one of its folder, or a scenario that came with the program, whose
    /// name is much the same.
    static func suggestion(for path: String, _ files: ShippedFiles = ShippedFiles()) -> String? {
        let slash = path.lastIndex(of: "/")
        let name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
        let folder = slash.map { String(path[...$0]) } ?? ""
        let place = FilePath.names(in: folder.isEmpty ? "." : folder)
        if let near = Suggestion.nearest(to: name, in: place) { return folder + near }
        if place.contains(name + ".yaml") { return folder + name + ".yaml" }
        let shipped = files.places(ofScenario: "Scenarios").flatMap(FilePath.names)
            .filter { $0.hasSuffix(".yaml") }
        return shipped.contains(name + ".yaml")
            ? name + ".yaml" : Suggestion.nearest(to: name, in: shipped)
    }

    /// Whether there is a file or a folder of this name.
    package static func exists(_ path: String) -> Bool {
        withBytes(of: path) { access($0, F_OK) } == 0
    }
}
