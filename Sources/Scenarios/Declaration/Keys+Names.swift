extension Keys {
    /// The name by which other parts of the file refer to this section.
    package mutating func name(
        _ path: WritableKeyPath<Root, String>, _ name: String, of kind: NameKind, _ about: String
    ) {
        optional(
            path, name,
            about
                + " 1 to \(PartName.longest) characters without a slash: files are named after it.")
        row { section, reading in
            let mark = reading.mark(of: name)
            PartName.check(section[keyPath: path], of: kind, at: mark, reading.reader)
            reading.reader.define(section[keyPath: path], kind, at: mark)
        }
    }

    /// The name of another section; the default is the only one of its kind.
    ///
    /// - Parameter asNeeded: false if this section does not need the reference.
    package mutating func reference(
        _ path: WritableKeyPath<Root, Reference>, _ name: String, principal: Bool = false,
        asNeeded: @escaping (Root) -> Bool = { _ in true }, _ about: String
    ) {
        let kind = defaults[keyPath: path].kind
        optional(
            path.appending(path: \.name), name, principal: principal,
            otherwise: "the only \(kind.rawValue)", about)
        row { section, reading in
            section[keyPath: path].mark = reading.mark(of: name, principal)
            let reference = section[keyPath: path]
            if reference.name != nil || asNeeded(section) { reading.reader.use(reference) }
        }
    }

    /// The name of another section, with a default of its own.
    package mutating func reference(
        _ path: WritableKeyPath<Root, Reference?>, _ name: String, to kind: NameKind,
        otherwise: String, _ about: String
    ) {
        describe(String.self, name, .optional(otherwise: otherwise), false, about)
        row { section, reading in
            guard let text = reading.read(name, String.self, false) else { return }
            let reference = Reference(kind, name: text, mark: reading.mark(of: name))
            section[keyPath: path] = reference
            reading.reader.use(reference)
        }
    }
}
