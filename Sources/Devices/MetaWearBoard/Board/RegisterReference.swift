import Wire

/// Generates `docs/protocol/registers.md` from the register tables.
package enum RegisterReference {
    /// Markdown: per module its boards and its registers, then the quirks.
    ///
    /// - Parameter tests: the test files that hold a register of a module.
    package static func markdown(
        _ profiles: [BoardProfile] = BoardProfile.all,
        tests: (BoardProfile.Entry, RegisterDeclaration) -> [String] = { _, _ in [] }
    ) -> String {
        var text = """
            # Registers

            Made from the register tables in `Sources/Devices/MetaWearBoard/Modules`; do not edit. \
            `BOARDSIM_UPDATE=1 swift test --filter RegisterReferenceTests` writes it anew.

            A packet is the module, the register with bit 7 for a read and bit 6 for a silent one, \
            and the payload; numbers are little endian, fields stand from the least significant \
            bit. *R* answers a read, *W* takes a write, *N* notifies and takes a subscription flag \
            of one byte. *Since* is the module revision that first has the register. Fields in \
            brackets may be left out. What the model does not act on is listed with the reason. \
            *Held by* names the files under `Tests/Devices/MetaWearBoardTests` that test it.


            """
        for section in sections(profiles) { text += markdown(section, tests) }
        return text + quirks
    }

    /// A module's implementation, and the boards that have it.
    private struct Section {
        var entry: BoardProfile.Entry
        var boards: [(name: String, information: ModuleInformation)]
    }

    private static func sections(_ profiles: [BoardProfile]) -> [Section] {
        var sections: [Section] = []
        for profile in profiles {
            for entry in profile.modules {
                let place = sections.firstIndex { known in
                    known.entry.isSameModel(as: entry)
                }
                if let place {
                    sections[place].boards.append((profile.name, entry.information))
                } else {
                    sections.append(
                        Section(entry: entry, boards: [(profile.name, entry.information)]))
                }
            }
        }
        return sections.enumerated().sorted {
            ($0.element.entry.id, $0.offset) < ($1.element.entry.id, $1.offset)
        }.map { $0.element }
    }

    private static func markdown(
        _ section: Section, _ tests: (BoardProfile.Entry, RegisterDeclaration) -> [String]
    ) -> String {
        let entry = section.entry
        var text = "## \(Hex.text([entry.id])) \(entry.name)\n\n"
        for board in section.boards {
            text += "* \(board.name): `\(Hex.text(board.information.bytes))`\n"
        }
        guard entry.isModelled else { return text + "\nNot modelled yet.\n\n" }
        text += "\n| register | name | access | since | payload | held by |\n"
        text += "|---|---|---|---|---|---|\n"
        for register in entry.declarations {
            text += row(register, tests(entry, register))
        }
        return text + "\n"
    }

    private static func row(_ register: RegisterDeclaration, _ tests: [String]) -> String {
        var access = ""
        if register.access.contains(.read) { access += "R" }
        if register.access.contains(.write) { access += "W" }
        if register.access.contains(.notify) { access += "N" }
        var parts: [String] = []
        if let why = register.unmodelled {
            access = "–"
            parts.append("not modelled: \(why)")
        }
        let answer = register.answer.map { fields($0.fields) }
        let written = register.written.map { fields($0.fields) }
        if let written {
            parts.append(written == answer ? written : "write: \(written)")
        }
        if let request = register.request { parts.append("read: \(fields(request.fields))") }
        if let answer, answer != written {
            let index = register.hasIndex ? "data id, " : ""
            parts.append(
                "\(register.access.contains(.notify) ? "says" : "answer"): \(index)\(answer)")
        }
        let since = register.since > 0 ? "\(register.since)" : ""
        return "| \(Hex.text([register.id])) | \(register.name) | \(access) | \(since) "
            + "| \(parts.joined(separator: "; ")) | \(tests.joined(separator: ", ")) |\n"
    }

    private static func fields(_ fields: [LayoutField]) -> String {
        guard !fields.isEmpty else { return "nothing" }
        var isOptional = false
        return fields.map { field in
            isOptional = isOptional || field.isOptional
            let text = "\(field.name)\(width(field.width))"
            return isOptional ? "[\(text)]" : text
        }.joined(separator: ", ")
    }

    private static func width(_ bits: Int?) -> String {
        switch bits {
        case nil: " (rest)"
        case 8: ""
        case let bits? where bits % 8 == 0: " (\(bits / 8) bytes)"
        case 1: " (1 bit)"
        case let bits?: " (\(bits) bits)"
        }
    }

    private static var quirks: String {
        var text = """
            ## Quirks

            Named switches of a board; all are off unless a scenario names them.

            | name | what changes |
            |---|---|

            """
        for quirk in Quirk.allCases { text += "| `\(quirk.rawValue)` | \(quirk.about) |\n" }
        return text
    }
}
