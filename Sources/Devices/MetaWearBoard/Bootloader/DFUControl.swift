import Wire

/// The state machine of a legacy Nordic DFU: writes to control point and packet go in, answers and
/// actions come out (protocol, core 13.2 and 13.4). It knows neither link nor flash.
struct DFUControl {
    /// The first byte of a control point write.
    enum Opcode: UInt8 {
        case start = 1
        case initialise, receiveImage, validate, activate, reset, reportSize, requestReceipts
    }

    /// The first byte of what the control point notifies.
    enum Notice {
        static let response: UInt8 = 0x10
        static let receipt: UInt8 = 0x11
    }

    /// How an operation ended.
    enum Status: UInt8 {
        case success = 1
        case invalidState, notSupported, sizeExceedsLimit, crcError, operationFailed
    }

    /// What an update contains; SoftDevice and bootloader may come together.
    enum Kind: UInt8 {
        case softDevice = 1
        case bootloader = 2
        case softDeviceAndBootloader = 3
        case application = 4
    }

    /// An update that passed validation.
    struct Update: Equatable {
        var kind: Kind
        var image: ReceivedImage
        var initPacket: InitPacket?
    }

    /// An action to take, in order.
    enum Action: Equatable {
        case answer(ShortBytes)
        /// The flash is prepared for an image: the application is erased.
        case erase
        /// The image is not valid, for a reason that the host does not hear.
        case refuse(String)
        case activate(Update)
        case reset

        static func == (a: Action, b: Action) -> Bool {
            switch (a, b) {
            case (.answer(let a), .answer(let b)): a.array == b.array
            case (.erase, .erase), (.reset, .reset): true
            case (.refuse(let a), .refuse(let b)): a == b
            case (.activate(let a), .activate(let b)): a == b
            default: false
            }
        }
    }

    /// The progress of an update.
    private enum State {
        case idle
        /// The sizes are known; the short form of old hosts needs no init packet.
        case started(needsInitPacket: Bool)
        /// Packet writes are the init packet; the one of old hosts has no end mark.
        case initialising(isShort: Bool, needsInitPacket: Bool)
        case initialised
        case receiving, received, validated
        /// An error ended the update: a reset is needed.
        case failed
    }

    /// What `01` announced; the next packet write completes it.
    private enum Announcement {
        case update(Kind)
        /// Without a kind, as old hosts send it: an application, with its size alone.
        case short
    }

    private struct Sizes: Layout {
        var softDevice: UInt32 = 0
        var bootloader: UInt32 = 0
        var application: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&softDevice, "SoftDevice")
            c(&bootloader, "bootloader")
            c(&application, "application")
        }
    }

    private struct Size: Layout {
        var application: UInt32 = 0
        mutating func layout(_ c: inout some Coder) { c(&application, "application") }
    }

    /// The board that an image must fit.
    struct Target: Sendable {
        /// The largest image, in bytes.
        var limit: Int
        /// The bootloader's revision; nil if it is no number, and fits every image.
        var bootloader: FirmwareRevision?
        /// Device information 2A27.
        var hardware: String

        /// What the image asks for and the board lacks; nil if there is nothing.
        func lack(of image: ReceivedImage) -> String? {
            if let required = image.requiredBootloader, let bootloader, bootloader < required {
                return "the image requires bootloader \(required), and this is \(bootloader)"
            }
            if let wanted = image.hardware, wanted != hardware {
                return "the image is for hardware \(wanted), and this is \(hardware)"
            }
            return nil
        }
    }

    private let target: Target
    private var state = State.idle
    private var announced: Announcement?
    private var kind = Kind.application
    private var size = 0
    private var initBytes: [UInt8] = []
    private var initPacket: InitPacket?
    private var image = ReceivedImage()
    /// 0: no receipts.
    private var receiptEvery: UInt16 = 0
    private var untilReceipt: UInt16 = 0
    private(set) var actions: [Action] = []

    init(_ target: Target) { self.target = target }

    /// Bytes of the image received.
    var received: Int { image.count }
    /// Whether an update has begun and not ended.
    var isPending: Bool { if case .idle = state { false } else { true } }

    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    // MARK: Control point

    /// A write to the control point.
    mutating func control(_ bytes: [UInt8]) {
        guard let code = bytes.first else { return }
        guard let opcode = Opcode(rawValue: code) else { return respond(to: code, .notSupported) }
        switch opcode {
        case .start: start(bytes.dropFirst().first)
        case .initialise: initialise(bytes.dropFirst().first)
        case .receiveImage: receiveImage()
        case .validate: validate()
        case .activate:
            guard case .validated = state else { return respond(to: code, .invalidState) }
            actions.append(.activate(Update(kind: kind, image: image, initPacket: initPacket)))
        case .reset: actions.append(.reset)
        case .reportSize:
            var answer: ShortBytes = [Notice.response, code, Status.success.rawValue]
            answer.append(UInt32(clamping: image.count))
            actions.append(.answer(answer))
        case .requestReceipts:
            guard let count = try? Word(Array(bytes.dropFirst())).value else {
                return respond(to: code, .operationFailed)
            }
            (receiptEvery, untilReceipt) = (count, count)
        }
    }

    /// The answer follows the sizes, whatever it is (protocol, core 13.2).
    private mutating func start(_ kind: UInt8?) {
        guard let kind else {
            announced = .short
            return
        }
        guard let kind = Kind(rawValue: kind) else {
            return respond(to: Opcode.start.rawValue, .notSupported)
        }
        announced = .update(kind)
    }

    private mutating func initialise(_ part: UInt8?) {
        let code = Opcode.initialise.rawValue
        switch (state, part) {
        case (.started(let needs), nil), (.started(let needs), 0):
            begin(isShort: part == nil, needs)
        // A new start: earlier data are discarded.
        case (.initialising(_, let needs), nil), (.initialising(_, let needs), 0):
            begin(isShort: part == nil, needs)
        case (.initialising(isShort: false, _), 1): endInitPacket()
        case (_, nil), (_, 0), (_, 1): respond(to: code, .invalidState)
        default: respond(to: code, .notSupported)
        }
    }

    private mutating func begin(isShort: Bool, _ needsInitPacket: Bool) {
        initBytes = []
        state = .initialising(isShort: isShort, needsInitPacket: needsInitPacket)
    }

    private mutating func endInitPacket() {
        let code = Opcode.initialise.rawValue
        guard case .initialising(_, let needs) = state else { return }
        state = .started(needsInitPacket: needs)
        guard initBytes.count <= InitPacket.longest else {
            return respond(to: code, .sizeExceedsLimit)
        }
        guard let packet = try? InitPacket(initBytes) else {
            return respond(to: code, .operationFailed)
        }
        if let length = packet.length, length != UInt32(clamping: size) {
            return respond(to: code, .operationFailed)
        }
        initPacket = packet
        state = .initialised
        respond(to: code, .success)
    }

    private mutating func receiveImage() {
        switch state {
        case .initialised, .started(needsInitPacket: false):
            image = ReceivedImage()
            untilReceipt = receiptEvery
            state = .receiving
        default: respond(to: Opcode.receiveImage.rawValue, .invalidState)
        }
    }

    private mutating func validate() {
        let code = Opcode.validate.rawValue
        guard case .received = state else { return respond(to: code, .invalidState) }
        if let crc = initPacket?.crc, crc != image.crc {
            return refuse("its checksum differs from that of the init packet")
        }
        if let lack = target.lack(of: image) { return refuse(lack) }
        state = .validated
        respond(to: code, .success)
    }

    /// That an image for another board is refused at this point is known; the status is our choice (real boards of 2026:
    /// RB26-83, 86).
    private mutating func refuse(_ why: String) {
        state = .failed
        actions.append(.refuse(why))
        respond(to: Opcode.validate.rawValue, .crcError)
    }

    // MARK: Packets

    /// A write to the packet characteristic.
    mutating func packet(_ bytes: Span<UInt8>) {
        if let announcement = announced {
            announced = nil
            return sizes(bytes, announcement)
        }
        switch state {
        case .initialising(let isShort, _):
            let room = InitPacket.longest + 1 - initBytes.count
            for i in 0..<min(bytes.count, max(room, 0)) { initBytes.append(bytes[i]) }
            if isShort { endInitPacket() }
        case .receiving: data(bytes)
        // Data before `03` is ignored (protocol, core 13.4).
        default: break
        }
    }

    private mutating func sizes(_ bytes: Span<UInt8>, _ announcement: Announcement) {
        let code = Opcode.start.rawValue
        guard case .idle = state else { return respond(to: code, .invalidState) }
        let array = bytes.indices.map { bytes[$0] }
        let wanted: [UInt32]
        var needsInitPacket = true
        switch announcement {
        case .short:
            guard array.count == 4, let size = try? Size(array) else {
                return respond(to: code, .operationFailed)
            }
            (kind, wanted, needsInitPacket) = (.application, [size.application], false)
        case .update(let announced):
            guard array.count == 12, let sizes = try? Sizes(array) else {
                return respond(to: code, .operationFailed)
            }
            kind = announced
            wanted =
                switch announced {
                case .softDevice: [sizes.softDevice]
                case .bootloader: [sizes.bootloader]
                case .softDeviceAndBootloader: [sizes.softDevice, sizes.bootloader]
                case .application: [sizes.application]
                }
        }
        let total = Int(clamping: wanted.reduce(0) { $0 + UInt64($1) })
        guard total > 0 else { return respond(to: code, .operationFailed) }
        guard total <= target.limit else { return respond(to: code, .sizeExceedsLimit) }
        size = total
        state = .started(needsInitPacket: needsInitPacket)
        actions.append(.erase)
        respond(to: code, .success)
    }

    private mutating func data(_ bytes: Span<UInt8>) {
        guard bytes.count > 0 else { return }
        let code = Opcode.receiveImage.rawValue
        guard image.count + bytes.count <= size else {
            state = .failed
            return respond(to: code, .sizeExceedsLimit)
        }
        image.append(bytes)
        guard image.count < size else {
            image.finish()
            state = .received
            return respond(to: code, .success)
        }
        guard receiptEvery > 0 else { return }
        untilReceipt -= 1
        guard untilReceipt == 0 else { return }
        untilReceipt = receiptEvery
        var receipt: ShortBytes = [Notice.receipt]
        receipt.append(UInt32(clamping: image.count))
        actions.append(.answer(receipt))
    }

    private mutating func respond(to opcode: UInt8, _ status: Status) {
        actions.append(.answer([Notice.response, opcode, status.rawValue]))
    }
}
