/// What hosts know of a signal without asking a board.
public struct SignalDescription: Sendable {
    /// Where a signal comes from.
    public enum Register: Hashable, Sendable {
        /// With the read bits: `04` is a stream, `C1` what a silent read gives.
        case fixed(UInt8)
        /// Single or packed samples of the module's chip.
        case chip
        /// A feature of the accelerometer's chip, which decides about the register.
        case feature
    }

    /// What must run on a board for a signal.
    public enum Source: Hashable, Sendable {
        /// Nothing: it is read, or comes when something happens.
        case nothing
        /// Its module.
        case module
        /// One of its module's outputs, by the register's distance from that of the first.
        case output
        /// A feature of its module's chip.
        case feature
    }

    /// Whose row it is.
    public let signal: Signal
    /// What it is, in a sentence.
    public let about: String
    /// As a person chooses it: `Accelerometer`.
    public let title: String
    /// In names of files that a person exports: `accel`.
    public let tag: String
    /// As SDKs name it when they find it among a board's loggers (protocol, core 11).
    public let inSDKs: String
    /// The sensor's word in the names of MetaBase's files; `nil` where it is the signal's own.
    public let inRecordings: String?
    /// The module that makes it.
    public let module: MWModule
    /// Its register.
    public let register: Register
    /// Channel, pin or slot; `FF` for none.
    public let index: UInt8
    /// The numbers of one sample. Where the configured range decides about the scale, it is 1.
    public let fields: [SampleField]
    /// Numbers behind the fields that no report shows.
    public let trailing: [SampleField]
    /// Samples in one packet.
    public let perPacket: Int
    /// What its samples measure, if they can be compared with the truth.
    public let measures: Measurand?
    /// What must run for it.
    public let runs: Source

    init(
        _ signal: Signal, _ about: String, title: String? = nil, tag: String? = nil,
        inSDKs: String? = nil, inRecordings: String? = nil, module: MWModule,
        register: Register, index: UInt8 = SourceKey.noIndex, fields: [SampleField],
        trailing: [SampleField] = [], perPacket: Int = 1, measures: Measurand? = nil,
        runs: Source = .nothing
    ) {
        self.signal = signal
        self.about = about
        self.title = title ?? signal.words
        self.tag = tag ?? signal.rawValue
        self.inSDKs = inSDKs ?? signal.rawValue
        self.inRecordings = inRecordings
        self.module = module
        self.register = register
        self.index = index
        self.fields = fields
        self.trailing = trailing
        self.perPacket = perPacket
        self.measures = measures
        self.runs = runs
    }
}

// Looking up.
extension SignalDescription {
    private static let rows = Dictionary(
        uniqueKeysWithValues: TableFamily.all.flatMap { $0.signals }.map { ($0.signal, $0) })

    /// Every row, in the order of the signals.
    public static let all = Signal.allCases.map { signal -> SignalDescription in
        guard let row = rows[signal] else { preconditionFailure("\(signal.rawValue) has no row") }
        return row
    }

    /// The signal of a key, whatever its read bits; nil for a key of none, and for a feature.
    ///
    /// - Parameter implementation: of the module, where chips differ.
    public static func at(_ key: SourceKey, implementation: UInt8? = nil) -> SignalDescription? {
        all.first { row in
            guard row.module.rawValue == key.module,
                row.index == SourceKey.noIndex || row.index == key.index,
                let register = row.registerByte(implementation)
            else { return false }
            return (register ^ key.register) & 0x3F == 0
        }
    }

    /// The register with its read bits on a board with this implementation of the module; nil for a feature.
    public func registerByte(_ implementation: UInt8? = nil) -> UInt8? {
        switch register {
        case .fixed(let register): register
        case .chip:
            module.row.chip(implementation).map { perPacket > 1 ? $0.packed : $0.data }
        case .feature: nil
        }
    }

    /// The register where no chip decides about it.
    public var fixedRegister: UInt8? {
        if case .fixed(let register) = register { register } else { nil }
    }
}

// What follows from a row.
extension SignalDescription {
    /// The numbers as they come, those that no report shows included.
    public var allFields: [SampleField] { fields + trailing }

    /// Bytes of one sample.
    public var sampleLength: Int { allFields.reduce(0) { $0 + $1.size } }

    /// Bytes of one packet's data.
    public var length: Int {
        fields.reduce(0) { $0 + $1.size } * perPacket + trailing.reduce(0) { $0 + $1.size }
    }

    /// The fields in the units that scenarios and reports show.
    public var shownFields: [SampleField] {
        guard let shown = measures?.shown else { return fields }
        return fields.map { field in
            var field = field
            field.countsPerUnit *= shown.factor
            field.unit = shown.unit
            return field
        }
    }

    /// The unit that scenarios and reports show of all fields; empty if they differ.
    public var shownUnit: String {
        let units = Set(shownFields.map { $0.unit })
        return units.count == 1 ? units.first ?? "" : ""
    }

    /// Whether it comes only when it is read: there is nothing to subscribe to.
    public var isRead: Bool { (fixedRegister ?? 0) & 0x80 != 0 }

    /// Whether its samples come by themselves while its module runs.
    public var isStreamed: Bool { runs == .module || runs == .output }

    /// Whether the configured range decides about its scale.
    public var isScaledByRange: Bool { register == .chip }

    /// The modules whose information decides about its bytes.
    public var decidedBy: [MWModule] {
        switch runs {
        case .nothing: []
        case .output: [.accelerometer, .gyro, .magnetometer, module]
        case .module, .feature: [module]
        }
    }
}
