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

/// What a central asked for in its configuration descriptor (Core Vol 3, Part G, 3.3.3.3).
public struct Subscription: OptionSet, Sendable {
    /// The value of the descriptor.
    public let rawValue: UInt16
    /// A value of the descriptor.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Values without confirmation.
    public static let notifications = Self(rawValue: 1)
    /// Values that the central confirms.
    public static let indications = Self(rawValue: 2)
}

/// Connection parameters (Core Vol 6, Part B, 4.5.2).
public struct ConnectionParameters: Sendable, Equatable {
    /// 7.5 ms to 4 s, in steps of 1.25 ms.
    public var interval: Nanoseconds
    /// Connection events that the peripheral may skip, 0 to 499.
    public var latency: UInt16
    /// 100 ms to 32 s, in steps of 10 ms.
    public var supervisionTimeout: Nanoseconds

    /// Parameters as they are; a central checks their limits.
    public init(interval: Nanoseconds, latency: UInt16, supervisionTimeout: Nanoseconds) {
        self.interval = interval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }
}

/// A peripheral's wish for other parameters (Core Vol 3, Part A, 4.20).
public struct ConnectionParameterRequest: Sendable, Equatable {
    /// The shortest interval that is wished for.
    public var minimumInterval: Nanoseconds
    /// The longest interval that is wished for.
    public var maximumInterval: Nanoseconds
    /// Connection events that the peripheral would like to skip.
    public var latency: UInt16
    /// The supervision timeout that is wished for.
    public var supervisionTimeout: Nanoseconds

    /// A wish as it is; a central checks its limits.
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

/// What an attribute table has beyond the least that GAP asks for.
public struct TableLayout: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: UInt8
    /// A set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// GAP's device name may be written.
    public static let writableName = Self(rawValue: 1)
    /// GAP has Central Address Resolution (2AA6), which came with Bluetooth 4.2.
    public static let centralAddressResolution = Self(rawValue: 2)
    /// The last service reaches to handle FFFF.
    public static let openEnd = Self(rawValue: 4)
}

/// What a peripheral's Link Layer can do.
public enum LinkLayerGeneration: Sendable {
    /// Encryption alone.
    case bluetooth41, bluetooth42
    /// 2M PHY and longer packets too.
    case bluetooth5
}

/// What a peripheral puts on the air while it can be found.
public struct Advertisement: Sendable, Equatable {
    /// Whether centrals may connect.
    public var connectable: Bool
    /// The only central that may connect (directed advertising); nil for anyone.
    public var directedTo: Address?
    /// Whom it answers otherwise.
    public var filter: AdvertisingFilter
    /// Advertising data, at most 31 bytes (Core Vol 3, Part C, 11).
    public var data: [UInt8]
    /// Scan response data, at most 31 bytes.
    public var scanResponse: [UInt8]
    /// Without the random delay of 0 to 10 ms (Core Vol 6, Part B, 4.4.2.2.1).
    public var interval: Nanoseconds
    /// Transmit power in dBm.
    public var txPower: Int8

    /// An undirected connectable advertisement unless told otherwise.
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

/// The firmware's side of the seam: GATT and advertising, and nothing of any link.
///
/// A link calls these on the simulation's thread, one at a time.
public protocol Peripheral: AnyObject {
    /// What it is called in the trace.
    var name: String { get }
    /// Under which it advertises.
    var address: Address { get }
    /// The services beside GAP and GATT, which the attribute server adds.
    var services: [Service] { get }
    /// GAP's device name (2A00) and appearance (2A01) as they are now.
    var gapName: String { get }
    var gapAppearance: UInt16 { get }
    /// GAP's peripheral preferred connection parameters (2A04); nil for no preference.
    var gapPreferredParameters: ConnectionParameterRequest? { get }
    /// The largest ATT MTU that the firmware takes, 23 to 517.
    var maximumMTU: Int { get }
    /// How GAP and the end of the attribute table look.
    var tableLayout: TableLayout { get }
    /// What its Link Layer can do.
    var linkLayer: LinkLayerGeneration { get }
    /// Whether its radio keeps to the 1M PHY, though it could do 2M.
    var usesOnlyOneMegabit: Bool { get }
    /// With which its radio transmits on a link, in dBm; nil for the power that it advertised with.
    var transmitPower: Int8? { get }
    /// What it puts on the air now; nil when it does not advertise.
    var advertisement: Advertisement? { get }
    /// Before any other call; the link stays for the peripheral's life.
    func attach(to link: any PeripheralLink)
    /// A central has connected; its link is open until `disconnected` or the peripheral's own `vanish`.
    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters)
    /// The link has ended, whoever ended it.
    func disconnected(_ connection: ConnectionID, reason: DisconnectReason)
    /// Other connection parameters are in force.
    func parametersChanged(_ connection: ConnectionID, _ parameters: ConnectionParameters)
    /// The ATT MTU is another one now, in bytes.
    func mtuChanged(_ connection: ConnectionID, mtu: Int)
    /// The whole value; the server cuts it to what was asked.
    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8]
    /// The whole new value, at most the characteristic's maximum length.
    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError)
    /// A central wrote GAP's device name, which ``TableLayout/writableName`` allows.
    func nameWritten(_ name: [UInt8], by connection: ConnectionID) throws(ATTError)
    /// A central wrote the configuration of a characteristic, with another value than before.
    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription)
    /// An indication sent before was confirmed.
    func confirmed(_ characteristic: ValueID, by connection: ConnectionID)
    /// A request or command of the central came to nothing; for whoever wants to know.
    func refused(_ refusal: AttributeRefusal, by connection: ConnectionID)
    /// Room came free in a transmit queue that had refused a notification.
    func readyToNotify(_ connection: ConnectionID)
}

extension Peripheral {
    /// For firmware that takes whatever parameters the central likes.
    public func parametersChanged(_ connection: ConnectionID, _ parameters: ConnectionParameters) {}
    /// For firmware whose values fit any MTU, or are cut by the link.
    public func mtuChanged(_ connection: ConnectionID, mtu: Int) {}
    /// For firmware that indicates nothing, or does not wait for the central.
    public func confirmed(_ characteristic: ValueID, by connection: ConnectionID) {}
    /// For firmware that lets go of what the link did not take.
    public func readyToNotify(_ connection: ConnectionID) {}
    /// Nobody wants to know.
    public func refused(_ refusal: AttributeRefusal, by connection: ConnectionID) {}
    /// No preference.
    public var gapPreferredParameters: ConnectionParameterRequest? { nil }
    /// The most that the Attribute Protocol needs for a value of 512 bytes.
    public var maximumMTU: Int { 517 }
    /// The least that GAP asks for.
    public var tableLayout: TableLayout { [] }
    /// The newest.
    public var linkLayer: LinkLayerGeneration { .bluetooth5 }
    /// For firmware that names itself.
    public func nameWritten(
        _ name: [UInt8], by connection: ConnectionID
    ) throws(ATTError) { throw .writeNotPermitted }
    /// It uses what the central likes.
    public var usesOnlyOneMegabit: Bool { false }
    /// For firmware with one power for all that it sends.
    public var transmitPower: Int8? { nil }
}

/// The link's side of the seam.
public protocol PeripheralLink: AnyObject {
    /// Queues a notification to the central; cut to MTU - 3 bytes. It is `sent` then, `dropped` if
    /// the transmit buffers are full, or `discarded` if nobody is connected or subscribed.
    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate
    /// Queues an indication; `dropped` while an earlier one is unconfirmed.
    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate
    /// Ends the link from the peripheral's side, at the next connection event, behind what is queued.
    func disconnect(_ connection: ConnectionID)
    /// Ends the link without a word, as a reset does: the central meets its supervision timeout. The
    /// peripheral is not called for this connection any more, not even by `disconnected`.
    func vanish(_ connection: ConnectionID)
    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID)
    /// `Peripheral.advertisement` is another one now; to be called also when it becomes nil or begins
    /// again after a connection.
    func advertisementChanged()
    /// `Peripheral.services` are others now (bootloader and application have different tables).
    func servicesChanged()
    /// `Peripheral.usesOnlyOneMegabit` has become true: the central is asked for the 1M PHY.
    func phyChanged()
    /// `Peripheral.transmitPower` is another one now: the next packet of a link goes out with it.
    func transmitPowerChanged()
    /// How many centrals the link keeps keys of.
    var bondCount: Int { get }
    /// Forgets the keys of every central.
    func deleteBonds()
    /// Asks the central to pair, or to encrypt with the keys that it has (Core Vol 3, Part H,
    /// 2.4.6).
    func requestSecurity(_ connection: ConnectionID)
}

extension PeripheralLink {
    /// For a link with one PHY.
    public func phyChanged() {}
    /// For a link whose signal strength nobody asks for.
    public func transmitPowerChanged() {}
    /// For a link that does not bond.
    public var bondCount: Int { 0 }
    /// For a link that does not bond.
    public func deleteBonds() {}
    /// For a link that does not pair.
    public func requestSecurity(_ connection: ConnectionID) {}
}
