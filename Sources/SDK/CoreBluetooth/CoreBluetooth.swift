/// How a value is written, under the name that it has on Apple's systems.
public enum CBCharacteristicWriteType: Int, Sendable {
    /// The peripheral answers (ATT Write Request).
    case withResponse
    /// It does not (ATT Write Command).
    case withoutResponse
}

/// What a host's radio can do now, under the name that it has on Apple's systems.
public enum CBManagerState: Int, Sendable {
    /// It has not said so yet.
    case unknown
    /// It starts again, or the service that drives it does.
    case resetting
    /// There is no radio for Bluetooth LE.
    case unsupported
    /// This program may not use it.
    case unauthorized
    /// It is switched off.
    case poweredOff
    /// It is ready.
    case poweredOn
}
