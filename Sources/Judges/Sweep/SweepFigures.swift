import JSON

/// The figures of one world by name, in ascending order of their names.
///
/// A sweep keeps those of all worlds: their names are shared.
package struct SweepFigures: Sendable, Equatable {
    package private(set) var names: [String]
    package let values: [Double]

    package init(_ figures: [String: Double] = [:]) {
        let sorted = figures.sorted { $0.key < $1.key }
        names = sorted.map(\.key)
        values = sorted.map(\.value)
    }

    package subscript(name: String) -> Double? {
        names.firstIndex(of: name).map { values[$0] }
    }

    /// Uses the names of another world if they are the same.
    package mutating func share(_ known: inout Set<[String]>) {
        names = known.insert(names).memberAfterInsert
    }
}

extension SweepFigures: JSONConvertible {
    package func json() throws(JSONFault) -> JSONValue {
        var entries: [(String, JSONValue)] = []
        for (name, value) in zip(names, values) {
            do throws(JSONFault) {
                entries.append((name, try value.json()))
            } catch {
                throw error.inside(.key(name))
            }
        }
        return .object(entries)
    }

    package init(json: JSONValue) throws(JSONFault) {
        self.init(try [String: Double](json: json))
    }

    package static func schema(_ definitions: inout JSONDefinitions) -> JSONValue {
        [String: Double].schema(&definitions)
    }
}
