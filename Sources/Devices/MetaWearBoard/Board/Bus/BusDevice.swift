public import Simulation

/// A chip on the I2C or SPI bus of a board: registers that are written and read, with an address
/// that increments by itself.
public protocol BusDevice: AnyObject {
    /// Its name in the trace.
    var name: String { get }
    /// Receives bytes, the first for `register`.
    func write(_ bytes: [UInt8], to register: UInt8, at time: Instant)
    /// Returns `count` bytes, the first of `register`.
    func read(_ count: Int, from register: UInt8, at time: Instant) -> [UInt8]
}

/// Where a device is connected.
public enum BusPlace: Hashable, Sendable {
    /// On I2C, at a seven-bit address.
    case i2c(UInt8)
    /// On SPI, selected by this pin.
    case spi(select: UInt8)
    /// On SPI, on the radio chip's own pins inside the board.
    case internalSPI
}

extension BusPlace: CustomStringConvertible {
    /// For the trace: `I2C 1c`.
    public var description: String {
        switch self {
        case .i2c(let address): "I2C \(String(address, radix: 16))"
        case .spi(let pin): "SPI, select pin \(pin)"
        case .internalSPI: "the internal SPI"
        }
    }
}

/// The devices on a board's buses; they survive every reset.
public struct Bus {
    private var devices: [(place: BusPlace, device: any BusDevice)] = []

    /// No devices.
    init() {}

    /// The device at a place; nil if there is none.
    package subscript(place: BusPlace) -> (any BusDevice)? {
        devices.first { $0.place == place }?.device
    }

    /// Connects a device, in place of any that was there.
    public mutating func attach(_ device: any BusDevice, at place: BusPlace) {
        devices.removeAll { $0.place == place }
        devices.append((place, device))
    }
}

extension MetaWearBoard {
    /// Connects a device to one of the board's buses, in place of any that was there.
    public func attach(_ device: any BusDevice, at place: BusPlace) {
        hardware.bus.attach(device, at: place)
    }
}
