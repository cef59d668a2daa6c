/// What hosts know of a signal without asking a board.
public struct SignalFacts: Sendable {
    /// What it is, in a sentence.
    public let about: String
    /// The module that makes it.
    public let module: BoardModule
    /// Its register with the read bits; `nil` where chips differ.
    public let register: UInt8?
    /// Channel, pin or slot; `FF` for none.
    public let index: UInt8
    /// The numbers of one sample. Where the configured range decides about the scale, it is 1.
    public let fields: [SampleField]
    /// Samples in one packet.
    public let perPacket: Int
    /// Numbers behind the fields that no report shows.
    public let trailingFields: [SampleField]
    /// What its samples measure, if they can be compared with the truth.
    public let measures: Measurand?
    /// The sensor's word in the names of MetaBase's files; `nil` where it is the signal's own.
    public let inRecordings: String?

    init(
        _ about: String, module: BoardModule, register: UInt8?, index: UInt8 = 0xFF,
        fields: [SampleField], perPacket: Int = 1, trailingFields: [SampleField] = [],
        measures: Measurand? = nil, inRecordings: String? = nil
    ) {
        self.about = about
        self.module = module
        self.register = register
        self.index = index
        self.fields = fields
        self.perPacket = perPacket
        self.trailingFields = trailingFields
        self.measures = measures
        self.inRecordings = inRecordings
    }

    /// Bytes behind the fields.
    public var trailing: Int { trailingFields.reduce(0) { $0 + $1.size } }

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

    /// Whether it comes only when it is read: there is nothing to subscribe to.
    public var isRead: Bool { (register ?? 0) & 0x80 != 0 }

    /// The modules whose information decides about its bytes.
    public var decidedBy: [BoardModule] {
        switch module {
        case .sensorFusion: [.accelerometer, .gyroscope, .magnetometer, .sensorFusion]
        case .accelerometer, .gyroscope, .magnetometer, .barometer, .ambientLight: [module]
        default: []
        }
    }
}
