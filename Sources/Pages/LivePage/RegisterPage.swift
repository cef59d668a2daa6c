import JSON
import MetaWearBoard
import Wire

extension RegisterDeclaration {
    /// What the documentation says of a register.
    func page(of module: String, _ id: UInt8) -> JSONValue {
        func fields(_ payload: PayloadDeclaration?) -> JSONValue {
            guard let payload else { return .null }
            return .array(
                payload.fields.map { field in
                    .object([
                        ("name", .string(field.name)), ("bits", .optional(field.width)),
                        ("unit", field.unit.map { .string($0.symbol) } ?? .null),
                        ("optional", .bool(field.isOptional)),
                        (
                            "names",
                            .object(field.names.map { ("\($0.value)", .string($0.name)) })
                        ),
                    ])
                })
        }
        var access: [String] = []
        if self.access.contains(.read) { access.append("read") }
        if self.access.contains(.write) { access.append("write") }
        if self.access.contains(.notify) { access.append("notify") }
        let number = Hex.text([id])
        let anchor = "\(number)-" + module.lowercased().split(separator: " ").joined(separator: "-")
        return .object([
            ("id", .string(Hex.text([id, self.id]))), ("module", .string(module)),
            ("register", .string(name)), ("access", .string(access.joined(separator: ", "))),
            ("since", .integer(Int(since))), ("written", fields(written)),
            ("request", fields(request)), ("answer", fields(answer)),
            ("unmodelled", unmodelled.map { .string($0) } ?? .null),
            ("page", .string("docs/protocol/registers.md#\(anchor)")),
        ])
    }
}
