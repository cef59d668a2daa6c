extension BoardFacts {
    /// The answer of a module that is shorter than implementation and revision; nil for all others.
    func malformedAnswer(of id: UInt8) -> [UInt8]? {
        modules.first { $0.id == id && !$0.malformed.isEmpty }?.malformed
    }

    /// A module that is present.
    package func module(_ id: UInt8) -> (implementation: UInt8, revision: UInt8)? {
        guard let module = modules.first(where: { $0.id == id }),
            let implementation = module.implementation
        else { return nil }
        return (implementation, module.revision ?? 0)
    }
}
