import Bluetooth
import Peripheral
import Wire

/// The Wireshark dissector `docs/wireshark/metawear.lua`: the register tables as Lua tables,
/// followed by the hand-written program `dissector.lua`, which reads them.
package enum WiresharkDissector {
    /// The whole file.
    package static func lua(_ profiles: [BoardProfile] = BoardProfile.all) -> String {
        var layouts = Layouts()
        var modules = ""
        for (id, entries) in grouped(profiles) {
            modules +=
                "  [0x\(Hex.text([id]))] = { name = \(quoted(entries[0].name)), variants = {\n"
            for entry in entries { modules += variant(entry, &layouts) }
            modules += "  } },\n"
        }
        return """
            -- Made from the register tables in Sources/Devices/MetaWearBoard/Modules; do not edit.
            -- ./boardsim dissector --write makes it anew. How to use it: README.md, beside this file.

            local command_uuid = \(quoted(uuid(of: GATT.command)))
            local notification_uuid = \(quoted(uuid(of: GATT.notification)))

            -- Payloads: {name, first bit, bits (none for a tail), options}; `forms` are the layouts that take
            -- a payload's place by the value of one of its fields.
            local layouts = {
            \(layouts.text)}

            -- By module id; the variants differ in the implementation that discovery tells.
            local modules = {
            \(modules)}

            -- What a count of a data register is worth: units / counts, by the range that is set.
            local scales = {
            \(scales)}

            \(program)
            """
    }

    /// The hand-written part, without its last line break.
    ///
    /// It runs in every Lua from 5.2 on: Wireshark 4.0 has 5.2, later versions have 5.4.
    private static var program: String {
        String(decoding: PackageResources.dissector_lua.dropLast(), as: UTF8.self)
    }

    /// Every module of any board, once for each model of it, in order of id.
    private static func grouped(
        _ profiles: [BoardProfile]
    ) -> [(id: UInt8, entries: [BoardProfile.Entry])] {
        var groups: [(id: UInt8, entries: [BoardProfile.Entry])] = []
        for entry in profiles.flatMap({ $0.modules }) {
            guard let place = groups.firstIndex(where: { $0.id == entry.id }) else {
                groups.append((entry.id, [entry]))
                continue
            }
            let isKnown = groups[place].entries.contains { $0.isSameModel(as: entry) }
            if !isKnown { groups[place].entries.append(entry) }
        }
        return groups.sorted { $0.id < $1.id }
    }

    private static func variant(_ entry: BoardProfile.Entry, _ layouts: inout Layouts) -> String {
        let head = "    { implementation = \(entry.information.implementation), registers = {"
        guard entry.isModelled else { return head + "} },\n" }
        var text = head + "\n"
        for register in entry.declarations { text += row(register, &layouts) }
        return text + "    } },\n"
    }

    private static func row(
        _ register: RegisterDeclaration, _ layouts: inout Layouts
    ) -> String {
        var parts = ["name = \(quoted(register.name))"]
        if register.since > 0 { parts.append("since = \(register.since)") }
        if register.unmodelled != nil { parts.append("unmodelled = true") }
        if register.access.contains(.notify) { parts.append("notifies = true") }
        if register.hasIndex { parts.append("index = true") }
        if let words = register.emptyAnswer { parts.append("empty = \(quoted(words))") }
        for (name, payload) in [
            ("written", register.written), ("request", register.request),
            ("answer", register.answer), ("created", register.created),
        ] {
            guard let payload, !payload.fields.isEmpty else { continue }
            parts.append("\(name) = \(layouts.number(of: payload))")
        }
        return "      [0x\(Hex.text([register.id]))] = { \(parts.joined(separator: ", ")) },\n"
    }

    private static func uuid(of value: ValueID) -> String {
        for service in GATT.services {
            for characteristic in service.characteristics where characteristic.id == value {
                return characteristic.uuid.description.lowercased()
            }
        }
        return ""
    }

    /// A text as Lua reads it.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"", "\\": quoted += "\\\(character)"
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(character)
            }
        }
        return quoted + "\""
    }
}

/// The payloads of all registers, each written once.
private struct Layouts {
    private var known: [[LayoutField]] = []
    private(set) var text = ""

    /// The place of a payload in the list, from 1 on.
    mutating func number(of payload: PayloadDeclaration) -> Int {
        let forms = payload.forms.map { form in
            "{ field = \(form.field + 1), value = \(form.value), layout = \(number(of: form.fields, "")) }"
        }
        let list = forms.isEmpty ? "" : "forms = { \(forms.joined(separator: ", ")) }"
        return number(of: payload.fields, list)
    }

    private mutating func number(of fields: [LayoutField], _ forms: String) -> Int {
        if let place = known.firstIndex(of: fields) { return place + 1 }
        known.append(fields)
        let rows = fields.map(Self.row)
        let all = forms.isEmpty ? rows : rows + [forms]
        text +=
            all.count == 1
            ? "  { \(all[0]) },\n" : "  {\n    \(all.joined(separator: ",\n    ")),\n  },\n"
        return known.count
    }

    private static func row(_ field: LayoutField) -> String {
        var parts = [WiresharkDissector.quoted(field.name), "\(field.bit)"]
        if let width = field.width { parts.append("\(width)") }
        if field.isSigned { parts.append("signed = true") }
        if field.isFloat { parts.append("float = true") }
        if field.isOptional { parts.append("optional = true") }
        if let unit = field.unit {
            parts.append("unit = \(WiresharkDissector.quoted(unit.symbol))")
            if unit.numerator != 1 { parts.append("times = \(unit.numerator)") }
            if unit.denominator != 1 { parts.append("over = \(unit.denominator)") }
        }
        if !field.names.isEmpty {
            let names = field.names.map {
                "[\($0.value)] = \(WiresharkDissector.quoted(words($0.name)))"
            }
            parts.append("names = { \(names.joined(separator: ", ")) }")
        }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    /// `externalThermistor` as two words.
    private static func words(_ name: String) -> String {
        name.reduce(into: "") { words, letter in
            words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)"
        }
    }
}
