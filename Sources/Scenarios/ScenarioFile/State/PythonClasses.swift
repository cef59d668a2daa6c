import JSON

/// Generates Python data classes from the JSON Schema of an object, so that a field is declared once.
package enum PythonClasses {
    /// A module with a class for each object of a schema.
    package static func of(_ schema: JSONValue, about: String) -> String {
        guard case .object(let definitions)? = schema["$defs"] else { return "" }
        var text =
            [
                "\"\"\"\(about) Written by `boardsim schema --write`; do not edit.\"\"\"", "",
                "from __future__ import annotations", "", "import dataclasses",
                "from typing import Literal, Mapping, Optional, Sequence", "",
                "from ._fields import Fields",
            ].joined(separator: "\n") + "\n"
        for (name, definition) in definitions {
            text +=
                "\n\n@dataclasses.dataclass(frozen=True)\nclass \(name)(Fields):\n"
                + "    \"\"\"\(words(of: name, in: definitions))\"\"\"\n\n" + fields(of: definition)
        }
        return text
    }

    /// What the field that has it says.
    private static func words(of name: String, in definitions: [(String, JSONValue)]) -> String {
        for (_, definition) in definitions {
            guard case .object(let properties)? = definition["properties"] else { continue }
            for (_, property) in properties where refers(property, to: name) {
                if case .string(let about)? = property["description"] { return about }
            }
        }
        return "What a board is and does at an instant."
    }

    private static func refers(_ schema: JSONValue, to name: String) -> Bool {
        if case .string(let path)? = schema["$ref"] { return path == "#/$defs/" + name }
        for key in ["items", "additionalProperties"] {
            if let inner = schema[key], refers(inner, to: name) { return true }
        }
        return false
    }

    /// Fields that may be missing come last, as Python wants it.
    private static func fields(of definition: JSONValue) -> String {
        guard case .object(let properties)? = definition["properties"] else { return "" }
        var required: Set<String> = []
        if case .array(let names)? = definition["required"] {
            for case .string(let name) in names { required.insert(name) }
        }
        var text = ""
        for isRequired in [true, false] {
            for (name, property) in properties where required.contains(name) == isRequired {
                if case .string(let about)? = property["description"] {
                    text += "    #: \(about)\n"
                }
                let kind = type(property)
                text += "    \(name): " + (isRequired ? kind : "Optional[\(kind)] = None") + "\n"
            }
        }
        return text
    }

    private static func type(_ schema: JSONValue) -> String {
        if case .string(let path)? = schema["$ref"] {
            return String(path.dropFirst("#/$defs/".count))
        }
        if case .array(let words)? = schema["enum"] {
            return "Literal[" + words.map(\.line).joined(separator: ", ") + "]"
        }
        if case .array(let kinds)? = schema["anyOf"], let first = kinds.first {
            return "Optional[\(type(first))]"
        }
        guard case .string(let name)? = schema["type"] else { return "object" }
        switch name {
        case "string": return "str"
        case "number": return "float"
        case "integer": return "int"
        case "boolean": return "bool"
        case "array": return "Sequence[\(schema["items"].map(type) ?? "object")]"
        default: return "Mapping[str, \(schema["additionalProperties"].map(type) ?? "object")]"
        }
    }
}
