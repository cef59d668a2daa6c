extension BoardFacts {
    /// A module that is there.
    func module(_ id: UInt8) -> (implementation: UInt8, revision: UInt8)? {
        guard let module = modules.first(where: { $0.id == id }),
            let implementation = module.implementation
        else { return nil }
        return (implementation, module.revision ?? 0)
    }
}
