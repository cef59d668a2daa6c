public import Bluetooth
public import Simulation

/// One connection of one central, numbered by the link.
public struct ConnectionID: Hashable, Sendable {
    /// The number itself.
    public var number: UInt16
    /// A number, wrapped.
    public init(_ number: UInt16) { self.number = number }
}

/// How a value was written.
public enum WriteKind: Sendable {
    /// A write request; the link answers it.
    case request
    /// A write command, without response.
    case command
}

/// The subscription in a central's configuration descriptor (Core Vol 3, Part G, 3.3.3.3).
public struct Subscription: OptionSet, Sendable {
    /// The value of the descriptor.
    public let rawValue: UInt16
    /// A value of the descriptor.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Values without confirmation.
    public static let notifications = Self(rawValue: 1)
    /// Values that the central confirms.
    package static let indications = Self(rawValue: 2)
}

/// Connection parameters (Core Vol 6, Part B, 4.5.2).
public struct ConnectionParameters: Sendable, Equatable {
    /// 7.5 ms to 4 s, in steps of 1.25 ms.
    public var interval: Nanoseconds
    /// Connection events that the peripheral may skip, 0 to 499.
    public var latency: UInt16
    /// 100 ms to 32 s, in steps of 10 ms.
    package var supervisionTimeout: Nanoseconds

    /// Parameters; a central checks their limits.
    public init(interval: Nanoseconds, latency: UInt16, supervisionTimeout: Nanoseconds) {
        self.interval = interval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }
}

/// A peripheral's request for other parameters (Core Vol 3, Part A, 4.20).
public struct ConnectionParameterRequest: Sendable, Equatable {
    /// The shortest interval requested.
    package var minimumInterval: Nanoseconds
    /// The longest interval requested.
    package var maximumInterval: Nanoseconds
    /// Connection events that the peripheral requests to skip.
    public var latency: UInt16
    /// The supervision timeout requested.
    package var supervisionTimeout: Nanoseconds

    /// A request; a central checks its limits.
    public init(
        minimumInterval: Nanoseconds, maximumInterval: Nanoseconds, latency: UInt16,
        supervisionTimeout: Nanoseconds
    ) {
        self.minimumInterval = minimumInterval
        self.maximumInterval = maximumInterval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }
}

/// What an attribute table has beyond GAP's minimum.
public struct TableLayout: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: UInt8
    /// A set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// GAP's device name may be written.
    package static let writableName = Self(rawValue: 1)
    /// GAP has Central Address Resolution (2AA6), which came with Bluetooth 4.2.
    package static let centralAddressResolution = Self(rawValue: 2)
    /// The last service reaches to handle FFFF.
    package static let openEnd = Self(rawValue: 4)
}

/// The features of a peripheral's Link Layer.
public enum LinkLayerGeneration: Sendable {
    /// Encryption alone.
    case bluetooth41, bluetooth42
    /// 2M PHY and longer packets too.
    case bluetooth5
}

/// What a peripheral sends while it advertises.
public struct Advertisement: Sendable, Equatable {
    /// Whether centrals may connect.
    package var connectable: Bool
    /// The only central that may connect (directed advertising); nil for anyone.
    package var directedTo: Address?
    /// The devices that it answers otherwise.
    public var filter: AdvertisingFilter
    /// Advertising data, at most 31 bytes (Core Vol 3, Part C, 11).
    public var data: [UInt8]
    /// Scan response data, at most 31 bytes.
    package var scanResponse: [UInt8]
    /// Without the random delay of 0 to 10 ms (Core Vol 6, Part B, 4.4.2.2.1).
    public var interval: Nanoseconds
    /// Transmit power in dBm.
    package var txPower: Int8

    /// An undirected connectable advertisement, by default.
    public init(
        connectable: Bool = true, directedTo: Address? = nil,
        filter: AdvertisingFilter = AdvertisingFilter(), data: [UInt8],
        scanResponse: [UInt8] = [], interval: Nanoseconds, txPower: Int8 = 0
    ) {
        self.connectable = connectable
        self.directedTo = directedTo
        self.filter = filter
        self.data = data
        self.scanResponse = scanResponse
        self.interval = interval
        self.txPower = txPower
    }
}

/// The firmware's interface to a link: GATT and advertising, independent of the kind of link.
///
/// A link calls these on the simulation's thread, one at a time.
public protocol Peripheral: AnyObject {
    /// Its name in the trace.
    var name: String { get }
    /// The address that it advertises.
    var address: Address { get }
    /// The services beside GAP and GATT, which the attribute server adds.
    var services: [Service] { get }
    /// GAP's current device name (2A00) and appearance (2A01).
    var gapName: String { get }
    var gapAppearance: UInt16 { get }
    /// GAP's peripheral preferred connection parameters (2A04); nil for no preference.
    var gapPreferredParameters: ConnectionParameterRequest? { get }
    /// The largest ATT MTU that the firmware takes, 23 to 517.
    var maximumMTU: Int { get }
    /// The form of GAP and of the end of the attribute table.
    var tableLayout: TableLayout { get }
    /// The features of its Link Layer.
    var linkLayer: LinkLayerGeneration { get }
    /// Whether its radio stays on the 1M PHY, though it supports 2M.
    var usesOnlyOneMegabit: Bool { get }
    /// The radio's transmit power on a link, in dBm; nil for the advertised power.
    var transmitPower: Int8? { get }
    /// Its current advertisement; nil when it does not advertise.
    var advertisement: Advertisement? { get }
    /// A central connects; false if the peripheral misses it, so that the central finds a link on which
    /// nobody answers. Called once for each attempt.
    func hearsConnection() -> Bool
    /// The values of a peripheral that fetches them from elsewhere; nil for one that has its own.
    var deferredValues: DeferredValues? { get }
    /// Before any other call; the link stays for the peripheral's life.
    func attach(to link: any PeripheralLink)
    /// A central has connected; its link is open until `disconnected` or the peripheral's own
    /// `vanish`.
    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters)
    /// The link has ended, by either side.
    func disconnected(_ connection: ConnectionID, reason: DisconnectReason)
    /// The connection parameters changed.
    func parametersChanged(_ connection: ConnectionID, _ parameters: ConnectionParameters)
    /// The ATT MTU changed, in bytes.
    func mtuChanged(_ connection: ConnectionID, mtu: Int)
    /// The whole value; the server returns the requested part.
    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8]
    /// The whole new value, at most the characteristic's maximum length.
    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError)
    /// A central wrote GAP's device name, which ``TableLayout/writableName`` allows.
    func nameWritten(_ name: [UInt8], by connection: ConnectionID) throws(ATTError)
    /// A central wrote the configuration of a characteristic, with a new value.
    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription)
    /// An indication sent before was confirmed.
    func confirmed(_ characteristic: ValueID, by connection: ConnectionID)
    /// A request or command of the central failed; for observers.
    func refused(_ refusal: AttributeRefusal, by connection: ConnectionID)
    /// The central did what it must not do and no answer says; for observers.
    func broke(_ breach: AttributeBreach, by connection: ConnectionID)
    /// A transmit queue that had refused a notification has room.
    func readyToNotify(_ connection: ConnectionID)
}

extension Peripheral {
    /// For a peripheral that has its values.
    public var deferredValues: DeferredValues? { nil }
    /// For firmware that misses no connection.
    public func hearsConnection() -> Bool { true }
    /// For firmware that accepts any parameters.
    public func parametersChanged(_ connection: ConnectionID, _ parameters: ConnectionParameters) {}
    /// For firmware whose values fit any MTU, or are truncated by the link.
    public func mtuChanged(_ connection: ConnectionID, mtu: Int) {}
    /// For firmware that does not indicate, or does not wait for the central.
    public func confirmed(_ characteristic: ValueID, by connection: ConnectionID) {}
    /// For firmware that discards what the link did not take.
    public func readyToNotify(_ connection: ConnectionID) {}
    /// For firmware without an observer.
    public func refused(_ refusal: AttributeRefusal, by connection: ConnectionID) {}
    /// For firmware without an observer.
    public func broke(_ breach: AttributeBreach, by connection: ConnectionID) {}
    /// No preference.
    public var gapPreferredParameters: ConnectionParameterRequest? { nil }
    /// Enough for a value of 512 bytes.
    public var maximumMTU: Int { 517 }
    /// GAP's minimum.
    public var tableLayout: TableLayout { [] }
    /// The newest.
    public var linkLayer: LinkLayerGeneration { .bluetooth5 }
    /// For firmware that sets its own name.
    public func nameWritten(
        _ name: [UInt8], by connection: ConnectionID
    ) throws(ATTError) { throw .writeNotPermitted }
    /// It accepts the central's PHY.
    public var usesOnlyOneMegabit: Bool { false }
    /// For firmware with a single transmit power.
    public var transmitPower: Int8? { nil }
}

/// The link's interface to the firmware.
public protocol PeripheralLink: AnyObject {
    /// Queues a notification to the central, truncated to MTU - 3 bytes. The result is `sent`,
    /// `dropped` if the transmit buffers are full, or `discarded` without a connection or
    /// subscription.
    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate
    /// Queues an indication; `dropped` while an earlier one is unconfirmed.
    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate
    /// Ends the link from the peripheral's side, at the next connection event, after the queued
    /// packets.
    func disconnect(_ connection: ConnectionID)
    /// Ends the link silently, as a reset does: the central's supervision timeout expires. The
    /// peripheral is no longer called for this connection, not even by `disconnected`.
    func vanish(_ connection: ConnectionID)
    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID)
    /// `Peripheral.advertisement` has changed; to be called also when it becomes nil or restarts
    /// after a connection.
    func advertisementChanged()
    /// `Peripheral.services` have changed (bootloader and application have different tables).
    func servicesChanged()
    /// `Peripheral.usesOnlyOneMegabit` has become true: the central is asked for the 1M PHY.
    func phyChanged()
    /// `Peripheral.transmitPower` has changed: it applies to the next packet of a link.
    func transmitPowerChanged()
    /// The number of centrals with kept keys.
    var bondCount: Int { get }
    /// Forgets the keys of every central.
    func deleteBonds()
    /// Asks the central to pair, or to encrypt with existing keys (Core Vol 3, Part H, 2.4.6).
    func requestSecurity(_ connection: ConnectionID)
}

extension PeripheralLink {
    /// For a link with one PHY.
    public func phyChanged() {}
    /// For a link without signal strength.
    public func transmitPowerChanged() {}
    /// For a link that does not bond.
    public var bondCount: Int { 0 }
    /// For a link that does not bond.
    public func deleteBonds() {}
    /// For a link that does not pair.
    public func requestSecurity(_ connection: ConnectionID) {}
}
