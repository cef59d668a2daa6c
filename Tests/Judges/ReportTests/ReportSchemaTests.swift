import Conformance
import JSON
import ScenarioRun
import Testing

@testable import Report

/// Reports declare their fields once; what describes them must describe what is written.
@Suite struct ReportSchemaTests {
    @Test func `a report of a run fits its schema`() throws {
        let schema = JSONValue.schema(of: RunReport.self, called: "report", about: "")
        let all = SampleResults.small {
            SampleResults.failStep(&$0)
            SampleResults.attachHosts(&$0)
            $0.ending = .deadline("all")
        }
        for result in [SampleResults.small(), all] {
            let bytes = JSONReport.bytes(result, names: SeriesFileNames(result))
            #expect(try misfits(JSONValue(reading: bytes), schema, in: schema) == [])
        }
        let verdicts = schema["$defs"]?["ExpectationResult"]?["properties"]?["verdict"]
        #expect(verdicts?.line == #"{"enum":["held","failed","undecided","unreached"]}"#)
    }

    @Test func `a report of the suite fits its schema`() throws {
        let schema = JSONValue.schema(of: ConformanceReport.self, called: "report", about: "")
        let shard = try Shard(1, of: 1)
        for report in [
            SampleConformance.small { $0.shard = shard }, SampleConformance.empty,
            SampleConformance.hostile,
        ] {
            let value = try JSONValue(reading: ConformanceJSON.bytes(report))
            #expect(misfits(value, schema, in: schema) == [])
        }
    }

    @Test func `what does not fit is found`() throws {
        let schema = JSONValue.schema(of: ConformanceReport.self, called: "report", about: "")
        let text = String(decoding: ConformanceJSON.bytes(SampleConformance.small()), as: UTF8.self)
        for (find, put, wanted) in [
            ("\"seed\" : 7", "\"seed\" : \"7\"", ".seed: 7 is no integer"),
            ("\"seed\" : 7", "\"sed\" : 7", ".sed is unknown"),
            ("\"seed\" : 7", "\"sed\" : 7", ".seed is missing"),
        ] {
            let value = try JSONValue(reading: text.replacing(find, with: put).utf8)
            #expect(misfits(value, schema, in: schema).contains(wanted))
        }
    }

    /// What is wrong with a value by those keywords of a schema that describing coders write.
    private func misfits(
        _ value: JSONValue, _ schema: JSONValue, in whole: JSONValue, at path: String = ""
    ) -> [String] {
        if case .string(let reference)? = schema["$ref"] {
            let name = reference.dropFirst("#/$defs/".count)
            guard let definition = whole["$defs"]?[String(name)] else { return ["\(reference)"] }
            return misfits(value, definition, in: whole, at: path)
        }
        if case .array(let words)? = schema["enum"] {
            return words.contains { $0.line == value.line } ? [] : ["\(path): \(value.line)"]
        }
        guard case .string(let type)? = schema["type"] else { return ["\(path) has no type"] }
        switch (type, value) {
        case ("object", .object(let entries)):
            let known = entries.flatMap { key, value in
                schema["properties"]?[key].map {
                    misfits(value, $0, in: whole, at: "\(path).\(key)")
                } ?? ["\(path).\(key) is unknown"]
            }
            guard case .array(let required)? = schema["required"] else { return known }
            return known
                + required.compactMap {
                    guard case .string(let key) = $0, value[key] == nil else { return nil }
                    return "\(path).\(key) is missing"
                }
        case ("array", .array(let items)):
            return items.flatMap {
                misfits($0, schema["items"] ?? .null, in: whole, at: path + "[]")
            }
        case ("string", .string), ("boolean", .bool), ("integer", .integer), ("integer", .unsigned),
            ("number", .integer), ("number", .number):
            return []
        case (_, .string(let text)): return ["\(path): \(text) is no \(type)"]
        default: return ["\(path): \(value.line) is no \(type)"]
        }
    }
}
