public import Foundation

// What settings and other commands say in types of Foundation.

extension MWSettings {
    /// The characters of a name: letters and digits of ASCII, `_`, `-` and the blank.
    public static let validDeviceNameCharacters = CharacterSet(
        charactersIn: String(
            decoding: (UInt8.min...UInt8.max).filter(isNameByte), as: UTF8.self))
}

extension MWSettings.SetTXPower {
    /// The nearest power that boards have.
    public var power: MWSettings.TXPower {
        MWSettings.TXPower.allCases.min {
            abs(Int($0.rawValue) - Int(level)) < abs(Int($1.rawValue) - Int(level))
        } ?? .zero
    }
}

extension MWiBeacon.SetUUID {
    /// A UUID; a new one if none is given.
    public init(uuid: UUID = UUID()) { self.init(uuid.uuid) }

    /// The beacon's UUID.
    public var uuid: UUID {
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: uuidBytes) }
        return UUID(uuid: bytes)
    }
}

extension MWTemperatureChannel {
    /// `[04 81 channel]`.
    public var readCommand: Data { readPacket.data }
    /// `[04 C1 channel]`: the value goes to loggers only.
    public var silentReadCommand: Data { silentReadPacket.data }
}
