/// Any JSON value: an argument, an expectation, or what a subject shows.
indirect enum Value: Decodable, Equatable, Sendable, CustomStringConvertible {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([Value].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: Value].self))
        }
    }

    /// What Swift code has: a structure becomes an object of its stored properties, a tuple a list,
    /// and an enumeration its raw value.
    init(_ any: Any) {
        switch any {
        case let value as Value: self = value
        case let value as Bool: self = .bool(value)
        case let value as any BinaryFloatingPoint: self = .number(Double(value))
        case let value as any BinaryInteger: self = .number(Double(value))
        case let value as String: self = .text(value)
        case let values as [Any]: self = .list(values.map { Value($0) })
        case let values as [String: Any]: self = .object(values.mapValues { Value($0) })
        case let value as any RawRepresentable: self.init(value.rawValue)
        default:
            let mirror = Mirror(reflecting: any)
            switch mirror.displayStyle {
            case .optional: self = mirror.children.first.map { Value($0.value) } ?? .null
            case .tuple: self = .list(mirror.children.map { Value($0.value) })
            default:
                let fields = mirror.children.compactMap { child in
                    child.label.map { ($0, Value(child.value)) }
                }
                self = .object(Dictionary(fields) { $1 })
            }
        }
    }

    var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): "\"\(value)\""
        case .list(let values): "\(values)"
        case .object(let fields): "\(fields)"
        }
    }
}

/// Compares what is shown with what is expected (README, "What is expected").
struct Comparison {
    let tolerance: Double
    private(set) var differences: [String] = []

    init(tolerance: Double) { self.tolerance = tolerance }

    mutating func compare(_ expected: Value, _ found: Value?, at path: String) {
        switch (expected, found) {
        case (_, nil): differences.append("\(path): is not shown")
        case (.number(let wanted), .number(let number)?)
        where abs(number - wanted) <= tolerance: break
        case (.object(let fields), .number(let number)?):
            guard fields.count == 2, case .number(let wanted)? = fields["near"],
                case .number(let by)? = fields["by"], abs(number - wanted) <= by + 1e-12
            else { return differ(expected, found, path) }
        case (.object(let fields), .object(let values)?):
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
                compare(value, values[name], at: "\(path).\(name)")
            }
        case (.list(let items), .list(let values)?) where items.count == values.count:
            for (index, item) in items.enumerated() {
                compare(item, values[index], at: "\(path)[\(index)]")
            }
        default: if expected != found { differ(expected, found, path) }
        }
    }

    private mutating func differ(_ expected: Value, _ found: Value?, _ path: String) {
        differences.append("\(path): \(found ?? .null), not \(expected)")
    }
}
