internal import Bluetooth
internal import Simulation

/// A host's parameters of one advertising set (Core Vol 4, Part E, 7.8.5 and 7.8.53).
struct AdvertisingSettings {
    var isConnectable = true
    var isScannable = true
    var isDirected = false
    var isHighDuty = false
    var isLegacy = true
    var isAnonymous = false
    var includesPower = false
    /// The shortest interval that the host allows.
    var interval = Nanoseconds.microseconds(1_280_000)
    var own = Controller.OwnAddress.publicDevice
    var peer = Address(0, kind: .publicDevice)
    /// 0 none, 1 scans by the accept list, 2 connections by it, 3 both.
    var filterPolicy: UInt8 = 0
    var power: Int8 = 0
    var primaryPHY = Radio.PHY.oneMegabit
    var secondaryPHY = Radio.PHY.oneMegabit
    var setID: UInt8 = 0
    var tellsScanRequests = false

    /// The five PDUs of legacy advertising, by their properties (Core Vol 4, Part E, 7.8.53).
    static let legacyProperties: Set<UInt16> = [0x13, 0x15, 0x1D, 0x12, 0x10]

    /// The longest data of a set with these settings, in bytes.
    var dataLimit: Int { isLegacy ? AdvertisingData.limit : AdvertisingSet.mostData }

    /// From a legacy command; nil if one of its parameters is out of range.
    init?(legacy p: HCIParameters) {
        let (shortest, longest): (UInt16, UInt16) = (p[.shortest], p[.longest])
        guard let own = Controller.OwnAddress(rawValue: p[.own]) else { return nil }
        self.own = own
        peer = p.peer
        filterPolicy = p[.filterPolicy]
        let type: UInt8 = p[.type]
        guard type <= 4, p[.peerType] <= 1, p[.channels] & 7 != 0, filterPolicy <= 3 else {
            return nil
        }
        isDirected = type == 1 || type == 4
        isHighDuty = type == 1
        isConnectable = type == 0 || isDirected
        isScannable = type == 0 || type == 2
        power = Controller.power.usual
        interval = .microseconds(625) * Int64(shortest)
        if isHighDuty {
            interval = .microseconds(3_750)
        } else {
            guard (0x0020...0x4000).contains(shortest), (0x0020...0x4000).contains(longest),
                shortest <= longest
            else { return nil }
        }
    }

    /// From an extended command; nil if one of its parameters is out of range.
    init?(extended p: HCIParameters) {
        guard let own = Controller.OwnAddress(rawValue: p[.own]) else { return nil }
        self.own = own
        peer = p.peer
        filterPolicy = p[.filterPolicy]
        let shortest: UInt32 = p[.shortestLong]
        let power: Int8 = p[.power]
        guard let primary = Radio.PHY(rawValue: p[.primaryPHY]), primary != .twoMegabit else {
            return nil
        }
        setID = p[.setID]
        tellsScanRequests = p[.notification] == 1
        read(p[.properties])
        // Legacy PDUs have none, and the host's value is ignored.
        guard let secondary = isLegacy ? primary : Radio.PHY(rawValue: p[.secondaryPHY]) else {
            return nil
        }
        (primaryPHY, secondaryPHY) = (primary, secondary)
        self.power =
            power == 127
            ? Controller.power.usual
            : min(max(power, Controller.power.least), Controller.power.most)
        interval = isHighDuty ? .microseconds(3_750) : .microseconds(625) * Int64(shortest)
        guard p[.channels] & 7 != 0, p[.peerType] <= 1, filterPolicy <= 3, setID <= 15,
            p[.notification] <= 1, power == 127 || (-127...20).contains(power),
            0x20 <= shortest, shortest <= p[.longestLong], isSound(p[.properties])
        else { return nil }
    }

    private mutating func read(_ properties: UInt16) {
        isConnectable = properties & 0x01 != 0
        isScannable = properties & 0x02 != 0
        isDirected = properties & 0x04 != 0
        isHighDuty = properties & 0x08 != 0
        isLegacy = properties & 0x10 != 0
        isAnonymous = properties & 0x20 != 0
        includesPower = properties & 0x40 != 0
    }

    private func isSound(_ properties: UInt16) -> Bool {
        if isLegacy {
            return Self.legacyProperties.contains(properties) && primaryPHY == .oneMegabit
        }
        // Extended PDUs: never both, not high duty cycle, and an anonymous one is not connectable.
        return properties & 0xFF80 == 0 && !(isConnectable && isScannable) && !isHighDuty
            && !(isAnonymous && (isConnectable || isScannable))
    }
}
