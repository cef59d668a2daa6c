/// A board by its model number (protocol, core 1.3).
public enum MWModel: Sendable, Equatable {
    case motionRL
    case motionS
    case unknown(modelNumber: String)

    /// Blanks around the number do not count.
    public init(modelNumber: String) {
        switch modelNumber.trimmingBlanks {
        case "5": self = .motionRL
        case "8": self = .motionS
        default: self = .unknown(modelNumber: modelNumber)
        }
    }

    /// As people call it.
    public var name: String {
        switch self {
        case .motionRL: "MetaMotion R / RL"
        case .motionS: "MetaMotion S"
        case .unknown(let number): "Unknown (\(number))"
        }
    }

    /// Whether it logs to NAND flash.
    public var hasMMS: Bool { self == .motionS }

    /// Hardware revisions in the field.
    public var supportedHardwareRevisions: [String] {
        switch self {
        case .motionRL: ["r0.1", "r0.2", "r0.3", "r0.4", "r0.5"]
        case .motionS: ["r0.1"]
        case .unknown: []
        }
    }

    /// Whether a revision is one of them; case, blanks and a leading r do not count.
    public func isHardwareRevisionSupported(_ revision: String) -> Bool {
        func plain(_ text: String) -> String {
            let text = text.trimmingBlanks.lowercased()
            return text.hasPrefix("r") ? String(text.dropFirst()) : text
        }
        return supportedHardwareRevisions.contains { plain($0) == plain(revision) }
    }
}

/// The five strings of the device information service (protocol, core 1.1).
public struct MWDeviceInformation: Sendable, Equatable, Codable {
    /// `MbientLab Inc`, on some boards `MbientLab`.
    public let manufacturer: String
    /// `0` to `8`.
    public let modelNumber: String
    /// Six hexadecimal digits.
    public let serialNumber: String
    /// Three numbers, as `1.7.3`.
    public let firmwareRevision: String
    /// `0.4` or `r0.4`.
    public let hardwareRevision: String

    /// Five strings.
    public init(
        manufacturer: String, modelNumber: String, serialNumber: String, firmwareRevision: String,
        hardwareRevision: String
    ) {
        self.manufacturer = manufacturer
        self.modelNumber = modelNumber
        self.serialNumber = serialNumber
        self.firmwareRevision = firmwareRevision
        self.hardwareRevision = hardwareRevision
    }

    /// The board by its model number.
    public var model: MWModel { MWModel(modelNumber: modelNumber) }
    /// Whether this revision of the model is known.
    public var isHardwareRevisionSupported: Bool {
        model.isHardwareRevisionSupported(hardwareRevision)
    }
}

extension String {
    /// Without white space at both ends.
    var trimmingBlanks: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
