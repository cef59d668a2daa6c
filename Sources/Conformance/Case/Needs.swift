public import Scenario
public import YAML

/// What a board must have for a case to apply.
public struct Needs: Section {
    public static let title = "needs"
    public static let about = "What a board must have for a case to apply; all of it."
    public static let example = """
        needs:
          modules: [{module: accelerometer, implementation: 4}, logging]
          absent: [humidity]
        """

    /// Modules that must be there.
    public var modules: [NeededModule] = []
    /// Modules that must not be there.
    public var absent: [ModuleName] = []
    /// The only products that it applies to; empty for all.
    public var models: [BoardModel] = []
    /// Products that it does not apply to.
    public var notModels: [BoardModel] = []
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.list(&modules, "modules", "Modules that must be there.")
        keys.list(&absent, "absent", "Modules that must not be there.")
        keys.list(&models, "models", otherwise: "all", "The only products that it applies to.")
        keys.list(&notModels, "not-models", "Products that it does not apply to.")
    }

    /// Why a board is not concerned, in words; nil if it is.
    public func lack(of board: BoardFacts) -> String? {
        if !models.isEmpty, !models.contains(where: { $0.rawValue == board.model }) {
            return "only for " + models.map(\.rawValue).joined(separator: ", ")
        }
        if notModels.contains(where: { $0.rawValue == board.model }) {
            return "not for \(board.model)"
        }
        for need in modules {
            guard let found = board.module(need.name.id) else {
                return "no \(need.name.rawValue) module"
            }
            if let wanted = need.implementation, Int(found.implementation) != wanted {
                return "\(need.name.rawValue) of implementation \(found.implementation)"
            }
            if !(need.revision...max(need.revision, need.atMost)).contains(Int(found.revision)) {
                return "\(need.name.rawValue) of revision \(found.revision)"
            }
        }
        for name in absent where board.module(name.id) != nil {
            return "the \(name.rawValue) module is there"
        }
        return nil
    }
}

/// A module that a board must have.
public struct NeededModule: Section {
    public static let title = "needed module"
    public static let about = "A module that must be there, perhaps only of some kind."

    /// Which.
    public var name = ModuleName.switch
    /// The first byte of its information; nil for any.
    public var implementation: Int?
    /// The lowest second byte.
    public var revision = 0
    /// The highest second byte.
    public var atMost = 255
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.required(&name, "module", principal: true, "Which.")
        keys.optional(
            &implementation, "implementation", in: 0...255, otherwise: "any",
            "Of which kind: the first byte of its information.")
        keys.optional(
            &revision, "revision", in: 0...255, "From which revision on: the second byte.")
        keys.optional(&atMost, "at-most", in: 0...255, "Up to which revision.")
    }

    public mutating func check(_ reader: Reader) {
        guard revision > atMost else { return }
        reader.fail(
            "no revision is from \(revision) to \(atMost)", at: mark, mend: "exchange the two")
    }
}

/// The modules by name.
public enum ModuleName: String, Choice {
    public static let title = "module"
    case `switch`, led, accelerometer, temperature, gpio, neopixel, ibeacon, haptic
    case dataProcessor = "data-processor"
    case event, logging, timer, serial, macro, conductance, settings, barometer, gyroscope
    case ambientLight = "ambient-light"
    case magnetometer, humidity, colour, proximity
    case sensorFusion = "sensor-fusion"
    case debug

    /// The first byte of its packets (protocol, sensors 2).
    public var id: UInt8 {
        switch self {
        case .switch: 0x01
        case .led: 0x02
        case .accelerometer: 0x03
        case .temperature: 0x04
        case .gpio: 0x05
        case .neopixel: 0x06
        case .ibeacon: 0x07
        case .haptic: 0x08
        case .dataProcessor: 0x09
        case .event: 0x0A
        case .logging: 0x0B
        case .timer: 0x0C
        case .serial: 0x0D
        case .macro: 0x0F
        case .conductance: 0x10
        case .settings: 0x11
        case .barometer: 0x12
        case .gyroscope: 0x13
        case .ambientLight: 0x14
        case .magnetometer: 0x15
        case .humidity: 0x16
        case .colour: 0x17
        case .proximity: 0x18
        case .sensorFusion: 0x19
        case .debug: 0xFE
        }
    }
}
