/// What can go wrong between a host and a board, and what a caller can do about it.
public enum MWError: Error, Sendable {
    /// The host has no Bluetooth LE.
    case bluetoothUnsupported
    /// The program may not use the radio.
    case bluetoothUnauthorized
    /// The radio is off.
    case bluetoothPoweredOff
    /// An argument is outside its range, a packet is malformed, or the board refused; the text says which.
    case operationFailed(String)
    /// The call is not legal in the present state.
    case invalidState(String)
    /// No answer came in time.
    case timeout
}
